const units =
  / ?(?:[kMGT]?i?B|[GT]|[kmµμu]?[VWAΩΩF]|[mk]?[WA]h|[kMG]?Hz|rpm|°|℃|[%％]|ohms?|BTU|lm|lux|K|[mck]?m|m?l|L|k?g|dpi|[伏瓦欧安转元块次秒天页张米度]|毫安|小时|分钟|流明|毫米|厘米|公里)(?![a-z])/u
const year = '(?:19|20)\\d\\d'
const time = '(?:[01]?\\d|2[0-4]):[0-5]\\d(?::[0-5]\\d)?'
const cells = '(?:10440|14500|16340|18350|18500|18650|20700|21700|26650|32650|32700)'
const cellWords = '电池|电芯|锂电|锂|节|cells?|batter(?:y|ies)|li-?ion'

/** Numbers that describe a device or a time, and that no further digits continue. */
const figures: readonly RegExp[] = [
  `\\d{5,6}(?=${units.source})`,
  `\\d{1,4}(?: ?[-–—/~] ?\\d{1,4}){1,3}(?=${units.source})`,
  `${year} ?[-–—/~] ?${year}`,
  `${year}([-/.])\\d{1,2}\\1\\d{1,2}`,
  `\\d{1,2}([-/.])\\d{1,2}\\1${year}`,
  `${time}(?: ?[-–—~] ?${time})?`,
  '\\d{3,4} ?[*×] ?\\d{3,4}',
  '\\d{1,3}(?:,\\d{3}){1,2}',
  '(?:192\\.168|10\\.\\d{1,3})\\.\\d{1,3}\\.\\d{1,3}|127\\.0\\.0\\.1',
  `${cells}(?= ?(?:${cellWords}))`,
  `(?<=(?:${cellWords}) ?)${cells}`,
].map((figure) => new RegExp(`(?<!\\d[^\\p{L}\\p{N}\\s]?)(?:${figure})(?![^\\p{L}\\p{N}\\s]?\\d)`, 'gu'))

const labelled = /(?:序列号|型号|(?<![a-z])(?:s\/?n|p\/n|serial(?: number| no\.?)?)) ?[:：#]? ?(\d{5,10})(?!\d)/giu
const processor = /(?<![a-z])i[3579][ -]\d{4,5}(?!\d)/giu
const token = /[\w-]+/g
const contact = /^(?:q{1,2}|vx?|wx|tel|phone|ph|mob|mobile|call|ext|id|no)-?\d/i

/** Masks the figures of a device, such as model and voltage, so that they are not taken for personal numbers. */
export function withoutFigures(text: string): string {
  let masked = text
  for (const figure of figures) masked = masked.replace(figure, mask)
  return masked
    .replace(labelled, mask)
    .replace(processor, mask)
    .replace(token, (one) => (isModel(one) ? mask(one) : one))
}

/** `WH-1000XM4`, `C02XG0FDH7JY`: capitals and a few digits. */
function isModel(one: string): boolean {
  if (!/[a-z]/i.test(one) || !/\d/.test(one) || /_|[a-z]{3}|[A-Z]{6}|\d{7}/.test(one)) return false
  return one.replace(/\D/g, '').length <= 8 && !contact.test(one) && !/^[1l][3-9][\dol]{9}$/i.test(one)
}

/** A Chinese mobile number is never masked. */
function mask(found: string): string {
  return /^1[3-9]\d{9}$/.test(found.replace(/\D/g, '')) ? found : 'x'.repeat(found.length)
}
