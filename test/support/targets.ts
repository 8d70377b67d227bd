import type { Page } from 'playwright-core'

/** The targets on a page that are smaller than a finger. A link in a sentence may be as small as its words. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('button, a[href], input, select, textarea:not([aria-hidden])').evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility() && !(element.matches('a') && element.closest('p')))
      .map((element) => {
        // A checkbox or a covered option is touched by its label.
        const target = element.matches('[type=checkbox], [type=radio], [type=file]')
          ? (element.closest('label') ?? element)
          : element
        const { width, height } = target.getBoundingClientRect()
        return { width, height, text: `${target.localName} “${target.textContent || target.getAttribute('name')}”` }
      })
      .filter(({ width, height }) => width > 0 && Math.min(width, height) < 43.5)
      .map(({ width, height, text }) => `${Math.round(width)} × ${Math.round(height)} px: ${text}`),
  )
