/** All two-byte characters of GBK. Node can decode them, but not encode them. */
function pairs(): Map<string, [number, number]> {
  const codes: [number, number][] = []
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1) if (second !== 0x7f) codes.push([first, second])
  const text = new TextDecoder('gb18030').decode(Buffer.from(codes.flatMap((code) => [...code, 0x0a])))
  return new Map(
    text.split('\n').flatMap((sign, i) => (sign.length === 1 && codes[i] ? [[sign, codes[i]] as const] : [])),
  )
}

let known: Map<string, [number, number]> | undefined

/** Encodes a text like a Chinese Windows. */
export function gb18030(text: string): Buffer {
  known ??= pairs()
  const table = known
  return Buffer.from(
    [...text].flatMap((sign) => {
      if (sign < '\u0080') return [sign.charCodeAt(0)]
      const code = table.get(sign)
      if (!code) throw new Error(`no such character: ${sign}`)
      return code
    }),
  )
}
