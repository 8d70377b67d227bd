/** The grid lines of an axis from 0 to at least `most`, in round steps. */
export function axisLines(most: number): number[] {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power)
  const count = Math.max(1, Math.ceil(Math.max(most, 1) / step))
  return Array.from({ length: count + 1 }, (_, i) => i * step)
}

/** Tells which labels fit: all, or every n-th counted from the end. */
export function hasLabel(count: number, room: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil(count / room))
  return (index) => (count - 1 - index) % every === 0
}

export function readableDuration(seconds: number): { value: number; unit: 'minute' | 'hour' | 'day' } {
  if (seconds < 90 * 60) return { value: Math.max(seconds > 0 ? 1 : 0, Math.round(seconds / 60)), unit: 'minute' }
  if (seconds < 48 * 3600) return { value: tenth(seconds / 3600), unit: 'hour' }
  return { value: tenth(seconds / 86_400), unit: 'day' }
}

/** Tenths matter for small numbers only. */
const tenth = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

export const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole))
