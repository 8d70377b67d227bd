/**
 * Pieces of text that an index can look up. At each character stands one gram: four characters where it and the next are
 * digits, because there are only ten of those; three where they are plain ASCII, because two Latin letters are in nearly
 * every text; two otherwise, because two Chinese characters are a word already. At the end of a text they are as short as
 * what is left, so that a prefix finds short words too. Thousands of grams begin with the same Latin letter or digit, so each of
 * those is a gram of its own besides.
 */
export function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  const letters = [...folded(text)]
  for (const [i, letter] of letters.entries()) {
    if (isSpace(letter)) continue
    if (standsAlone(letter)) grams.add(letter)
    const gram = letters.slice(i, i + lengthAt(letters, i)).join('')
    grams.add(gram.split(/\s/u, 1)[0] ?? gram)
  }
  return grams
}

/** The grams that every text with this word in it has; none if the word is too short to have a whole one. */
export function gramsIn(word: string): Set<string> {
  const grams = new Set<string>()
  const letters = [...folded(word)]
  if (letters.length === 1) return new Set(letters.filter(standsAlone))
  for (let i = 0; i < letters.length; i += 1) {
    const length = lengthAt(letters, i)
    if (i + length <= letters.length) grams.add(letters.slice(i, i + length).join(''))
  }
  return grams
}

/** How texts are compared: capitals do not count, nothing else is changed. A Greek sigma would look to its neighbours. */
export function folded(text: string): string {
  return text.includes('Σ') ? Array.from(text, (letter) => letter.toLowerCase()).join('') : text.toLowerCase()
}

/** The digits of a phone number, without the country in front of a Chinese one. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(?:00)?86(?=1\d{10}$)/, '')
}

function lengthAt(letters: readonly string[], i: number): number {
  const [here, next = 'a'] = [letters[i] ?? 'a', letters[i + 1]]
  if (isDigit(here) && isDigit(next)) return 4
  return isAscii(here) && isAscii(next) ? 3 : 2
}

const standsAlone = (letter: string) => /^[a-z0-9]$/.test(letter)
const isSpace = (letter: string) => /\s/u.test(letter)
const isDigit = (letter: string) => letter >= '0' && letter <= '9'
const isAscii = (letter: string) => letter < '\u0080'
