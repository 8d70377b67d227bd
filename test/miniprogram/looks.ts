import assert from 'node:assert/strict'
import { accessibilityViolations } from '../support/axe.ts'
import type { Phone } from './phone.ts'

/** Small, usual and large phones. As each walk is made in both languages, everything on it is seen in twelve ways. */
const widths = [320, 375, 430]
const schemes = ['light', 'dark'] as ('light' | 'dark')[]

/**
 * Looks at what is shown on phones of each size, light and dark; on the last of them, which is another each time, the walk goes on. Axe takes
 * long, and what it finds does not depend on the language: it comes along in the light on the Chinese walk, in the dark on the English one.
 */
export async function looksGood({ page, locale, misfits }: Phone, what: string): Promise<void> {
  const faults: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 780 })
      faults.push(...(await misfits(width)).map((fault) => `${width} px, ${colorScheme}: ${fault}`))
    }
    if (colorScheme === (locale === 'zh-CN' ? 'light' : 'dark')) faults.push(...(await accessibilityViolations(page)))
  }
  widths.push(...widths.splice(0, 1))
  schemes.reverse()
  assert.deepEqual(faults, [], what)
}
