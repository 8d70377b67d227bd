import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** What stands in the way of people who cannot see, hear or point, on the page or in one element of it, by all rules or by these. */
export async function barriers(page: Page, within = 'html', rules?: readonly string[]): Promise<string[]> {
  // What happens to be under the pointer has another colour.
  await page.mouse.move(0, 0)
  await settled(page)
  // Neither where a fault is, as its markup says enough, nor what only rules about sound and turned screens ask for.
  const run = {
    resultTypes: ['violations' as const],
    selectors: false,
    preload: false,
    ...(rules && { runOnly: [...rules] }),
  }
  const { violations } = (await page.evaluate('"axe" in window'))
    ? ((await page.evaluate(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(run)})`)) as AxeResults) // what it is for the builder, too
    : // The other mode is for frames, which we have none of, and opens a further page for each look.
      await new AxeBuilder({ page }).setLegacyMode().options(run).include(within).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Waits until nothing moves: a colour on its way to another is neither. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    .then(() => document.getAnimations().filter((one) => one instanceof CSSTransition))
    .then((changes) => Promise.allSettled(changes.map((one) => one.finished)))
    .then(() => undefined)`)
}
