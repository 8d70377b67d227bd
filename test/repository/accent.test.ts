import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { accent } from '#contract/team/accent.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('pictures, the manifest and the mini-program have the accent of the pages', async () => {
  for (const file of [
    'web/public/icon.svg',
    'web/public/fettle.webmanifest',
    'miniprogram/app.wxss',
    'miniprogram/theme.json',
  ])
    assert.match(read(file), new RegExp(accent), file)
  for (const file of globSync('web/public/*.png', { cwd: root })) {
    const { data, info } = await sharp(join(root, file)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const top = (info.width * 10 + info.width / 2) * info.channels
    assert.equal(`#${data.subarray(top, top + 3).toString('hex')}`, accent, file)
  }
})

test('styles take the accent from the theme', () => {
  const sheets = globSync('web/**/*.{css,tsx}', { cwd: root, exclude: ['web/dist/**'] })
  assert.ok(sheets.length > 100, 'something was read')
  assert.deepEqual(
    sheets.filter((file) => read(file).includes(accent)),
    [],
  )
})
