import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/**
 * Reports violations only, and skips the markup of elements and the preloading of media, which take long.
 * Axe leaves the size of targets out by default.
 */
const usual = {
  ...{ resultTypes: ['violations'], selectors: false, preload: false, elementRef: true },
  rules: { 'target-size': { enabled: true } },
}

/** Accessibility violations of the page or of one element, by all rules or by the given ones. */
export async function accessibilityViolations(
  page: Page,
  within = 'html',
  rules?: readonly string[],
): Promise<string[]> {
  // An element under the pointer has another colour.
  await page.mouse.move(0, 0)
  await animationsFinished(page)
  if (!(await page.evaluate('"axe" in window')))
    await page.evaluate(`${axe}; axe.configure({ noHtml: true }); undefined`)
  const run = { ...usual, ...(rules && { runOnly: rules }) }
  const faults =
    await page.evaluate(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(run)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ element }) => id + ': ' + element.outerHTML.slice(0, 300))))`)
  return faults as string[] // as they were put together above
}

/** Waits for the end of animations, because colours in transition have no valid contrast. */
export async function animationsFinished(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    .then(() => document.getAnimations().filter((one) => one instanceof CSSTransition))
    .then((changes) => Promise.allSettled(changes.map((one) => one.finished)))
    .then(() => undefined)`)
}
