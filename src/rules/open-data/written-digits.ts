/** Each series runs from zero to nine. */
export const chineseDigits = '〇一二三四五六七八九零壹贰叁肆伍陆柒捌玖零幺'

export const englishDigits: Readonly<Record<string, string>> = {
  zero: '0',
  oh: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
}

export const pinyinDigits: Readonly<Record<string, string>> = {
  ling: '0',
  yao: '1',
  yi: '1',
  er: '2',
  san: '3',
  si: '4',
  wu: '5',
  liu: '6',
  qi: '7',
  ba: '8',
  jiu: '9',
}

const words: ReadonlyMap<string, string> = new Map([...Object.entries(englishDigits), ...Object.entries(pinyinDigits)])
const word = new RegExp([...words.keys()].join('|'), 'g')

/** The digits of a number in any of these writings. */
export function writtenDigits(number: string): string {
  return number
    .toLowerCase()
    .replace(word, (one) => words.get(one) ?? '')
    .replaceAll('o', '0')
    .replaceAll('l', '1')
    .replace(new RegExp(`[${chineseDigits}]`, 'gu'), (one) => String(chineseDigits.indexOf(one) % 10))
}
