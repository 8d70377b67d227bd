import assert from 'node:assert/strict'
import { accessibilityViolations } from '../support/axe.ts'
import type { Phone } from './phone.ts'

/** Small, usual and large phones. With two languages and two colour schemes every page is seen in twelve ways. */
const widths = [320, 375, 430]
const schemes = ['light', 'dark'] as ('light' | 'dark')[]

/**
 * Checks the shown page on each size of phone, light and dark. The test continues on the last combination, which
 * changes each time. Axe is slow, and its findings do not depend on the language: it checks the light scheme on the
 * Chinese walk and the dark one on the English walk.
 */
export async function looksGood({ page, locale, misfits }: Phone, what: string): Promise<void> {
  const faults: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 780 })
      faults.push(...(await misfits(width)).map((fault) => `${width} px, ${colorScheme}: ${fault}`))
    }
    if (colorScheme === (locale === 'zh-CN' ? 'light' : 'dark')) faults.push(...(await violations(page)))
  }
  widths.push(...widths.splice(0, 1))
  schemes.reverse()
  assert.deepEqual(faults, [], what)
}

/** The tabs of WeChat are outside of the page. Here they may lie over a target, which then seems too small. */
async function violations(page: Phone['page']): Promise<string[]> {
  const below = await page.addStyleTag({ content: '.mp-tabs { position: static !important }' })
  const found = await accessibilityViolations(page)
  await below.evaluate('style => style.remove()')
  return found
}
