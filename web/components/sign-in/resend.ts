const second = 1000

/** The service sends mails no faster than this. */
const waits = [30 * second, 300 * second]

/** Seconds until another mail can be sent; `at` is the time of the last one. */
export function resendIn({ count, at }: { count: number; at: number }, now: number): number {
  const wait = waits[Math.min(count, waits.length) - 1] ?? 0
  return Math.max(0, Math.ceil((at + wait - now) / second))
}
