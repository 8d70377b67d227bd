/** The month in the address as `2026-11`, or undefined. */
export function monthIn(search: string): string | undefined {
  const month = new URLSearchParams(search).get('month') ?? ''
  return /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined
}

/** Hours and minutes as typed: `1.5` hours are 90 minutes. NaN if they are not numbers. */
export const typedMinutes = (hours: string, minutes: string): number => Math.round(number(hours) * 60 + number(minutes))

function number(text: string): number {
  const typed = text.normalize('NFKC').trim().replace(',', '.')
  return typed === '' ? 0 : /^\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
}

export function durationFlaw(hours: string, minutes: string) {
  if (Number.isNaN(number(hours))) return { field: 'hours', flaw: 'noNumber' } as const
  if (Number.isNaN(number(minutes))) return { field: 'minutes', flaw: 'noNumber' } as const
  const all = typedMinutes(hours, minutes)
  if (all < 1) return { field: 'hours', flaw: 'noTime' } as const
  if (all > 1440) return { field: number(hours) > 0 ? 'hours' : 'minutes', flaw: 'tooLong' } as const
  return undefined
}
