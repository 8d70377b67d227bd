import type { Page } from 'playwright-core'

const tones = ['blue', 'teal', 'indigo', 'grape', 'yellow', 'green', 'orange', 'gray', 'red']

/** The colours of the mini-program, and the names of the same colours on the web pages. */
const names = {
  ...{ text: 'text', quiet: 'dimmed', paper: 'body', line: 'default-border', link: 'anchor', bad: 'error' },
  ...{ open: 'green-6', closed: 'gray-5', paused: 'yellow-6' },
  ...Object.fromEntries(
    tones.flatMap((tone) => [
      [tone, `${tone}-light`],
      [`on-${tone}`, `${tone}-light-color`],
    ]),
  ),
}
const ofMiniprogram = [...Object.keys(names), 'accent', 'on-accent', 'ground'].map((name) => `--${name}`)
const ofWeb = [
  ...Object.values(names).map((name) => `--mantine-color-${name}`),
  ...['--mantine-primary-color-filled', '--mantine-primary-color-contrast'],
]

/** The computed values of custom properties in an element. */
const valuesIn = (page: Page, within: string, properties: readonly string[]) =>
  page.evaluate<string[]>(`(() => {
    const probe = document.querySelector(${JSON.stringify(within)}).appendChild(document.createElement('i'))
    const values = ${JSON.stringify(properties)}.map((property) => {
      probe.style.color = 'var(' + property + ')'
      return getComputedStyle(probe).color
    })
    probe.remove()
    return values
  })()`)

export const miniprogramColours = (page: Page) => valuesIn(page, 'main:not([hidden])', ofMiniprogram)
export const webColours = async (page: Page) => [
  ...(await valuesIn(page, 'body', ofWeb)),
  await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'),
]
