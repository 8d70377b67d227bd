import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { testFonts } from '../support/fonts.ts'

// Families that many machines have, those that the pages name, and one of the package of the browser itself.
const families = ['system-ui', 'sans-serif', 'serif', 'monospace', 'DejaVu Sans', 'Noto Sans CJK SC', 'Open Sans']

test('pages in tests use the fonts of the tests and no other', { skip: noBrowser }, async () => {
  await using browser = await openBrowser()
  const { page, context } = await browser.open()
  const texts = families.map(
    (family) => `<p style="font-family: '${family}'">Kettle 电热水壶 <b>OK 已修好</b> 1234</p>`,
  )
  const generic = texts.map((text) => text.replace(/'(system-ui|sans-serif|serif|monospace)'/, '$1'))
  await page.setContent(`<body lang="zh-CN">${generic.join('')}</body>`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'body' })
  const used: string[] = []
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId, selector: 'p, b' })
  for (const each of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId: each })
    used.push(...fonts.filter(({ glyphCount }) => glyphCount > 0).map(({ familyName }) => familyName))
  }
  assert.deepEqual(
    used.filter((name) => !testFonts.some((own) => name.startsWith(own))),
    [],
  )
  for (const own of testFonts) assert.ok(used.filter((name) => name.startsWith(own)).length >= 2 * families.length, own)
})
