import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '#contract/fields.ts'
import { boundaryOf, Multipart } from './multipart.ts'

/** What a form reads as, or the code it is refused with, if it comes in pieces of this size. */
function read(bytes: Buffer, size = bytes.length || 1): unknown {
  const form = new Multipart('x')
  try {
    for (let at = 0; at < bytes.length; at += size) form.add(bytes.subarray(at, at + size))
    form.end()
  } catch (error) {
    return (error as Error).message
  }
  return Object.fromEntries(
    Object.entries(form.fields).map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : value]),
  )
}

const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`
const named = (name: string, content: string) => part(`Content-Disposition: form-data; name="${name}"`, content)
const file = (content: string) => named('file"; filename="a;name=token.jpg', content)

const cases: readonly [string, unknown][] = [
  ['', {}],
  [`${named('token', 't')}${file('\r\n--\r\nGIF')}--x--\r\n`, { token: 't', file: [...Buffer.from('\r\n--\r\nGIF')] }],
  [`${file('')}${named('token', '')}--x--`, { file: [], token: '' }],
  [`before\r\n${named('名', '雪')}--x--after`, { 名: '雪' }],
  [`--x  \r\ncontent-type: text/plain\r\ncontent-disposition:form-data;name=a\r\n\r\n1\r\n--x--`, { a: '1' }],
  [`--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n--x--`, { a: '' }],
  [`${named('a', ' --x')}--x--`, { a: ' --x' }],
  [named('a', '1'), 'bad_request'],
  ['--x', 'bad_request'],
  ['--x\r\nA: b\r\n\r\n--x--', 'bad_request'],
  ['--x\r\n\r\n--x--', 'bad_request'],
  [`--xy\r\n${named('a', '1')}--x--`, 'bad_request'],
  [`${part('content-disposition: attachment; name="a"', '1')}--x--`, 'bad_request'],
  [`${part('content-disposition: form-data; name="a"; name="b"', '1')}--x--`, 'bad_request'],
  [`${named('a', '1')}${named('a', '1')}--x--`, 'bad_input'],
  [`${file('1')}${named('more"; filename="b', '1')}--x--`, 'too_large'],
  [`${named('a', 'x'.repeat(8193))}--x--`, 'too_large'],
  [`${part('a: b\r\n'.repeat(1000), '1')}--x--`, 'too_large'],
  [`${Array.from({ length: 12 }, (_, i) => named(`f${i}`, '1')).join('')}--x--`, 'too_large'],
]

test('a form reads the same however it comes in pieces, and always as something', () => {
  for (const [text, expected] of cases) {
    const bytes = Buffer.from(text)
    for (const size of [bytes.length || 1, 1, 2, 3, 7, 64, 1000])
      assert.deepEqual(read(bytes, size), expected, `${text.slice(0, 200)} by ${size}`)
  }
})

test('what Node itself makes of a form is read as it was meant', async () => {
  const made = new FormData()
  made.append('token', 'té\r\n"雪"')
  made.append('file', new Blob([Uint8Array.from([0, 13, 10, 45, 45, 255])]), 'quo"te 雪;name=x.jpg')
  const response = new Response(made)
  const form = new Multipart(boundaryOf(response.headers.get('content-type') ?? '') ?? '')
  form.add(new Uint8Array(await response.arrayBuffer()))
  form.end()
  assert.ok(form.complete)
  assert.deepEqual({ ...form.fields }, { token: 'té\r\n"雪"', file: Buffer.from([0, 13, 10, 45, 45, 255]) })
})

test('a file may have so many bytes and not one more, and what is around it little', () => {
  const large = (bytes: number) => Buffer.from(`${file('y'.repeat(bytes))}--x--`)
  assert.ok(typeof read(large(limits.upload), 65_536) === 'object')
  assert.equal(read(large(limits.upload + 1), 65_536), 'too_large')
  assert.equal(read(Buffer.from('y'.repeat(100_000)), 1000), 'too_large')
})

test('a boundary is found wherever a content type may have it', () => {
  assert.equal(boundaryOf('multipart/form-data; boundary=x'), 'x')
  assert.equal(boundaryOf('Multipart/Form-Data;charset=utf-8; Boundary="x y"'), 'x y')
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'text/plain; boundary=x'])
    assert.equal(boundaryOf(type), undefined)
})
