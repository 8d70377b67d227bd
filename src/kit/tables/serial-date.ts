/** The day before the first of 1900, the day before the first of March 1900, and the first of 1904. */
const [before1900, beforeMarch1900, first1904] = ['1899-12-31', '1899-12-30', '1904-01-01'].map((day) =>
  Temporal.PlainDate.from(day),
) as [Temporal.PlainDate, Temporal.PlainDate, Temporal.PlainDate] // as many as there are days
const lastDay = 2_958_465
const secondsOfDay = 86_400

/**
 * The date of a spreadsheet's serial number, which counts days. Spreadsheets take 1900 for a leap year, so up to its February they count from
 * another day, and its 29th becomes the 28th. Files from old Macs count from 1904.
 */
export function dateOfSerial(serial: number, from1904: boolean): string | undefined {
  const seconds = Math.round(serial * secondsOfDay)
  const days = Math.floor(seconds / secondsOfDay)
  if (!(days >= 0 && days <= lastDay)) return undefined
  const minute = Math.floor((seconds - days * secondsOfDay) / 60)
  const time = `T${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  // A number below one is a time of day.
  if (days === 0 && (seconds > 0 || !from1904)) return time
  const epoch = from1904 ? first1904 : days < 60 ? before1900 : beforeMarch1900
  return `${epoch.add({ days })}${seconds === days * secondsOfDay ? '' : time}`
}

const two = (number: number) => String(number).padStart(2, '0')

/** The ids of built-in date formats, with those of Chinese, Japanese and Korean spreadsheets. */
const builtIn = [...range(14, 22), ...range(27, 36), 45, 47, ...range(50, 58)]

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

export const dateFormats: ReadonlySet<number> = new Set(builtIn)

/** True if a format shows a date or a time of day. Durations such as `[h]:mm` are numbers. */
export function isDateFormat(code: string): boolean {
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return false
  return /[ymdhs]/i.test(first.replaceAll(/\[[^\]]*\]|general|g\/通用格式|standard/gi, ''))
}
