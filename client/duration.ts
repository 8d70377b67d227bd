import type { Lang } from '#contract/languages.ts'

const units: Readonly<Record<Lang, readonly [hours: string, minutes: string]>> = {
  zh_CN: [' 小时', ' 分钟'],
  en_US: [' h', ' min'],
}

/** `2 h 30 min`, exact to the minute. A correction may be negative. */
export function duration(minutes: number, lang: Lang): string {
  const [hourUnit, minuteUnit] = units[lang]
  const whole = Math.abs(minutes)
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  const parts = [hours > 0 && `${hours}${hourUnit}`, (rest > 0 || hours === 0) && `${rest}${minuteUnit}`]
  return (minutes < 0 ? '−' : '') + parts.filter(Boolean).join(' ')
}
