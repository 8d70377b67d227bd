import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flaws } from './fields-zh_CN.ts'

test('the size limits of pictures are worded in Chinese', () => {
  for (const [limit, told] of [
    ['24 Mpx', '24 百万像素'],
    ['100 scans', '100 次扫描'],
    ['4 MB of metadata', '4 MB 附加信息'],
    ['7 of something new', '7 of something new'],
  ] as const)
    assert.equal(flaws.picture_too_big('file', limit), `file 图片过大，上限为 ${told}。`)
})
