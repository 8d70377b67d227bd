/** A text as a person reads it, with its positions in the original. */
export interface UndisguisedText {
  readonly text: string
  /** The range of the original that was read as this range. */
  readonly range: (from: number, until: number) => readonly [from: number, until: number]
}

/** Characters that may look like others. */
const looksOtherwise = /[^\p{ASCII}\u3400-\u9fff\p{P}\s]/gu
const isMark = /\p{M}/gu
const isDigit = /\p{Nd}/u

/** Characters that look like letters or digits and that Unicode does not decompose. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ...pairs('○◯⓿🄋🄌', '00000'),
  ...pairs('❶❷❸❹❺❻❼❽❾➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒⓵⓶⓷⓸⓹⓺⓻⓼⓽', '123456789123456789123456789123456789'),
  ...pairs('аеорсухіѕјАВЕІКМНОРСТХ', 'aeopcyxisjABEIKMHOPCTX'),
  ...lettersFrom(0x1f150),
  ...lettersFrom(0x1f170),
  ...pairs('➕', '+'),
  // Invisible, but not spaces.
  ...['\u115f', '\u1160', '\u3164', '\uffa0', '\u2800'].map((blank) => [blank, ''] as const),
])

/** Replaces full-width, circled and styled characters by plain ones, and removes marks on letters. */
export function undisguised(text: string): UndisguisedText {
  let read = ''
  const starts: number[] = []
  const add = (part: string, at: (i: number) => number) => {
    for (let i = 0; i < part.length; i += 1) starts.push(at(i))
    read += part
  }
  let done = 0
  for (const { 0: sign, index } of text.matchAll(looksOtherwise)) {
    const from = done
    add(text.slice(from, index), (i) => from + i)
    add(plainForm(sign), () => index)
    done = index + sign.length
  }
  if (done === 0) return { text, range: (from, until) => [from, until] }
  add(text.slice(done), (i) => done + i)
  starts.push(text.length)
  return {
    text: read,
    range(from, until) {
      let end = until
      while (end < read.length && starts[end] === starts[end - 1]) end += 1
      return [starts[from] ?? 0, starts[end] ?? text.length]
    },
  }
}

function plainForm(sign: string): string {
  const known = lookalikes.get(sign)
  if (known !== undefined) return known
  const plain = sign.normalize('NFKD').replace(isMark, '')
  return [...plain].map((one) => (one > '\x7f' && isDigit.test(one) ? asciiDigit(one) : one)).join('')
}

/** The digits of each script are consecutive in Unicode. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

function pairs(signs: string, plain: string): (readonly [string, string])[] {
  return [...signs].map((sign, i) => [sign, plain[i] ?? ''] as const)
}

function lettersFrom(first: number): (readonly [string, string])[] {
  return Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter, i) => [String.fromCodePoint(first + i), letter] as const)
}
