/**
 * Pieces of text that an index can look up. At each character stands one gram: four characters where it and the next are
 * digits, because there are only ten of those; three where they are plain ASCII, because two Latin letters are in nearly
 * every text; two otherwise, because two Chinese characters are a word already. At the end of a text they are as short as
 * what is left, so that a prefix finds short words too. Thousands of grams begin with the same Latin letter or digit, so each of
 * those is a gram of its own besides.
 */
export function textNgrams(text: string): Set<string> {
  const grams = new Set<string>()
  const searched = foldCase(text)
  const { codes, starts } = charactersOf(searched)
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? 0
    if (isSpace(code)) continue
    if (standsAlone(code)) grams.add(String.fromCharCode(code))
    const most = Math.min(i + lengthAt(codes, i), codes.length)
    let end = i + 1
    while (end < most && !isSpace(codes[end] ?? 0)) end += 1
    grams.add(searched.slice(starts[i], starts[end]))
  }
  return grams
}

/** The grams that every text with this word in it has; none if the word is too short to have a whole one. */
export function queryNgrams(word: string): Set<string> {
  const grams = new Set<string>()
  const searched = foldCase(word)
  const { codes, starts } = charactersOf(searched)
  if (codes.length === 1) return new Set(codes.every(standsAlone) ? [searched] : [])
  for (let i = 0; i < codes.length; i += 1) {
    const end = i + lengthAt(codes, i)
    if (end <= codes.length) grams.add(searched.slice(starts[i], starts[end]))
  }
  return grams
}

/** The characters of a text as numbers, and where each begins, with the end of the text behind them. */
function charactersOf(text: string): { codes: number[]; starts: number[] } {
  const codes: number[] = []
  const starts: number[] = []
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    codes.push(code)
    starts.push(at)
    at += code > 0xffff ? 2 : 1
  }
  starts.push(text.length)
  return { codes, starts }
}

/** How texts are compared: capitals do not count, nothing else is changed. A Greek sigma would look to its neighbours. */
export function foldCase(text: string): string {
  return text.includes('Σ') ? Array.from(text, (letter) => letter.toLowerCase()).join('') : text.toLowerCase()
}

/** The digits of a phone number, without the country in front of a Chinese one. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(?:00)?86(?=1\d{10}$)/, '')
}

function lengthAt(codes: readonly number[], i: number): number {
  const [here = 0, next = 0] = [codes[i], codes[i + 1]]
  if (isDigit(here) && isDigit(next)) return 4
  return isAscii(here) && isAscii(next) ? 3 : 2
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39
const isAscii = (code: number) => code < 0x80
const standsAlone = (code: number) => (code >= 0x61 && code <= 0x7a) || isDigit(code)
const wideSpaces: ReadonlySet<number> = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])
/** As `\s` in a regular expression, which takes ten times as long to ask. */
const isSpace = (code: number) =>
  isAscii(code)
    ? code === 0x20 || (code >= 0x09 && code <= 0x0d)
    : (code >= 0x2000 && code <= 0x200a) || wideSpaces.has(code)
