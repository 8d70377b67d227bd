import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '#contract/fields.ts'
import fc from '../../test/support/fast-check.ts'
import { boundaryOf, type FormLimits, formLimits, MultipartParser } from './multipart.ts'

/** The parsed form, or the code of its refusal, if its bytes arrive in these pieces. */
function readIn(pieces: Iterable<Uint8Array>, most: FormLimits = formLimits): unknown {
  const form = new MultipartParser('x', most)
  try {
    for (const piece of pieces) form.add(piece)
    form.end()
  } catch (error) {
    return (error as Error).message
  }
  return Object.fromEntries(
    Object.entries(form.fields).map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : value]),
  )
}

/** The same if it comes in pieces of this size. */
function read(bytes: Buffer, size = bytes.length || 1): unknown {
  return readIn(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
  )
}

const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] =>
  [0, ...places].map((from, i) => bytes.subarray(from, places[i] ?? bytes.length))

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

test('a multipart form gives the same result however its bytes are cut into pieces', () => {
  for (const [text, expected] of cases) {
    const bytes = Buffer.from(text)
    for (const size of [bytes.length || 1, 1, 2, 3, 7, 64, 1000])
      assert.deepEqual(read(bytes, size), expected, `${text.slice(0, 200)} by ${size}`)
  }
})

/** So small that forms of a hundred bytes come up to every limit and go past it. */
const small: FormLimits = { file: 12, parts: 3, headers: 60, text: 10, besides: 260 }

/** Forms at, below and past each limit, also broken ones, with what they must read as where their parts alone say it. */
const formNear = fc
  .record({
    before: fc.string({ maxLength: 12 }),
    parts: fc.array(
      fc.record({
        name: fc.constantFrom('a', 'b', 'file', 'name that is long'),
        isFile: fc.boolean(),
        padding: fc.constantFrom('', ' ', '\r\nA: b', '\r\nLonger: header'),
        content: fc.oneof(
          fc.string({ maxLength: 14 }),
          fc.constantFrom('', '\r\n--', '\r\n-', '\r', '--x', '\r\n--y', '\r\n\r\n'),
        ),
      }),
      { maxLength: 4 },
    ),
    end: fc.constantFrom('--x--', '--x--\r\n', '--x-- after it', '--x', '', `--x--${'z'.repeat(400)}`),
    cut: fc.option(fc.nat(), { freq: 5 }),
  })
  .map(({ before, parts, end, cut }) => {
    const made = parts.map(
      ({ name, isFile, padding, content }) =>
        `--x\r\nContent-Disposition:form-data;name="${name}"${isFile ? ';filename="f"' : ''}${padding}\r\n\r\n${content}\r\n`,
    )
    const whole = Buffer.from(`${before === '' ? '' : `${before}\r\n`}${made.join('')}${end}`)
    return cut === null ? whole : whole.subarray(0, cut % (whole.length + 1))
  })

test('a random form is read or refused in the same way, wherever its bytes are cut', () => {
  const verdicts = new Map<unknown, number>()
  fc.assert(
    fc.property(formNear, fc.array(fc.nat(), { maxLength: 12 }), (bytes, anywhere) => {
      const whole = readIn([bytes], small)
      const kind = typeof whole === 'string' ? whole : 'read'
      verdicts.set(kind, (verdicts.get(kind) ?? 0) + 1)
      assert.deepEqual(readIn(cutAt(bytes, [...bytes.keys()].slice(1)), small), whole, 'byte by byte')
      for (let at = 1; at < bytes.length; at += 1)
        assert.deepEqual(readIn(cutAt(bytes, [at]), small), whole, `cut at ${at}`)
      const places = anywhere.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b)
      assert.deepEqual(readIn(cutAt(bytes, places), small), whole, `cut at ${places}`)
    }),
    { seed: 20_261_118, numRuns: 400 },
  )
  for (const kind of ['read', 'too_large', 'bad_request', 'bad_input'])
    assert.ok((verdicts.get(kind) ?? 0) > 5, `${kind}: ${verdicts.get(kind)}`)
})

test('small fields before a large file are read the same, whether the file arrives with them or later', () => {
  const form = Buffer.from(`${named('token', 't')}${named('use', 'u')}${file('y'.repeat(200_000))}--x--\r\n`)
  const begun = form.indexOf('yyy')
  for (const places of [[], [1], [begun - 1], [begun], [begun + 1], [begun + formLimits.besides], [begun, begun + 1]]) {
    const got = readIn(cutAt(form, places)) as { token: string; use: string; file: number[] }
    assert.deepEqual([got.token, got.use, got.file.length], ['t', 'u', 200_000], `cut at ${places}`)
  }
})

test('each limit of a form is exact to the byte, however the bytes arrive', () => {
  const headers = 'Content-Disposition: form-data; name="a"'
  const padded = (size: number) => `${headers}\r\nb: ${'x'.repeat(size - headers.length - 5)}`
  // The line break before the headers counts as one of them.
  const atLimit: readonly [string, (over: number) => string][] = [
    ['headers', (over) => `${part(padded(formLimits.headers - 2 + over), '1')}--x--`],
    ['text', (over) => `${named('a', 'x'.repeat(formLimits.text + over))}--x--`],
    [
      'parts',
      (over) => `${Array.from({ length: formLimits.parts + over }, (_, i) => named(`f${i}`, '')).join('')}--x--`,
    ],
    ['what is before the parts', (over) => `${'y'.repeat(formLimits.besides + over)}\r\n--x--`],
  ]
  for (const [what, form] of atLimit)
    for (const over of [0, 1])
      for (const size of [1, 2, 3, 5, 1000, 1_000_000]) {
        const got = read(Buffer.from(form(over)), size)
        assert.equal(over === 0 ? typeof got : got, over === 0 ? 'object' : 'too_large', `${what} +${over} by ${size}`)
      }
})

test('a form that Node itself writes is parsed correctly', async () => {
  const made = new FormData()
  made.append('token', 'té\r\n"雪"')
  made.append('file', new Blob([Uint8Array.from([0, 13, 10, 45, 45, 255])]), 'quo"te 雪;name=x.jpg')
  const response = new Response(made)
  const form = new MultipartParser(boundaryOf(response.headers.get('content-type') ?? '') ?? '', formLimits)
  form.add(new Uint8Array(await response.arrayBuffer()))
  form.end()
  assert.ok(form.complete)
  assert.deepEqual({ ...form.fields }, { token: 'té\r\n"雪"', file: Buffer.from([0, 13, 10, 45, 45, 255]) })
})

test('a file may have its limit of bytes and not one more, and the rest of the form is limited too', () => {
  const large = (bytes: number) => Buffer.from(`${file('y'.repeat(bytes))}--x--`)
  assert.ok(typeof read(large(limits.upload), 65_536) === 'object')
  assert.equal(read(large(limits.upload + 1), 65_536), 'too_large')
  assert.equal(read(Buffer.from('y'.repeat(100_000)), 1000), 'too_large')
})

test('a multipart boundary is found wherever the Content-Type header may have it', () => {
  assert.equal(boundaryOf('multipart/form-data; boundary=x'), 'x')
  assert.equal(boundaryOf('Multipart/Form-Data;charset=utf-8; Boundary="x y"'), 'x y')
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'text/plain; boundary=x'])
    assert.equal(boundaryOf(type), undefined)
})
