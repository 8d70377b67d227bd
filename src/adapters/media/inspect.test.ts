import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { formatOf, measurePicture } from './inspect.ts'

const plain = (width = 300, height = 200) => sharp({ create: { width, height, channels: 4, background: '#3698' } })

/** An animation with this many frames. */
function animation(frames: number) {
  const raw = { width: 20, height: 10 * frames, channels: 4, pageHeight: 10 } as const
  const bytes = Buffer.from(Array.from({ length: 20 * 10 * 4 * frames }, (_, i) => (i * 7 + (i >> 9)) % 256))
  return sharp(bytes, { raw })
}

test('every picture format is measured as its decoder sees it', async () => {
  const all = [
    ['jpeg', await plain().jpeg().toBuffer(), [300, 200, 1, 1]],
    ['jpeg', await plain().jpeg({ progressive: true }).keepMetadata().toBuffer(), [300, 200, 1, 10]],
    [
      'jpeg',
      Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from('ffda0000'.repeat(200), 'hex')]),
      [300, 200, 1, 1],
    ],
    ['png', await plain().png().toBuffer(), [300, 200, 1, 1]],
    ['png', await plain().png({ progressive: true }).toBuffer(), [300, 200, 1, 7]],
    ['webp', await plain().webp().toBuffer(), [300, 200, 1, 1]],
    ['webp', await plain().flatten().webp().toBuffer(), [300, 200, 1, 1]],
    ['webp', await plain().webp({ lossless: true }).toBuffer(), [300, 200, 1, 1]],
    ['webp', await animation(5).webp({ delay: 100 }).toBuffer(), [20, 10, 5, 1]],
    ['gif', await plain().gif().toBuffer(), [300, 200, 1, 1]],
    ['gif', await animation(5).gif({ delay: 100 }).toBuffer(), [20, 10, 5, 1]],
  ] as const
  for (const [format, bytes, expected] of all) {
    assert.equal(formatOf(bytes), format)
    const { width, height, frames, scans } = measurePicture(bytes) ?? {}
    assert.deepEqual([width, height, frames, scans], expected, format)
    // Wherever it is cut off, it is measured or it is not, and that is all.
    for (let end = 0; end < Math.min(bytes.length, 400); end += 1) measurePicture(bytes.subarray(0, end))
  }
})

test('a file in none of the four picture formats is not measured', async () => {
  const tiff = await plain().tiff().toBuffer()
  const avif = await plain(16, 16).avif().toBuffer()
  for (const bytes of [
    tiff,
    avif,
    Buffer.from('<svg/>'),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(0),
    Buffer.alloc(100),
  ]) {
    assert.equal(formatOf(bytes), undefined)
    assert.equal(measurePicture(bytes), undefined)
  }
})

test('a colour profile counts as metadata', async () => {
  const profiled = await plain().withIccProfile('p3').jpeg().toBuffer()
  const { metadata = 0 } = measurePicture(profiled) ?? {}
  assert.ok(metadata > 400 && metadata < 4000, `${metadata}`)
})
