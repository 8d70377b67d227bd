const second = 1000

/** So long after the first mail another one is offered, and after that each time: as often as the service sends them. */
const waits = [30 * second, 300 * second]

/** In how many seconds another mail is offered to who was sent these so far, the last one then. */
export function resendIn({ count, at }: { count: number; at: number }, now: number): number {
  const wait = waits[Math.min(count, waits.length) - 1] ?? 0
  return Math.max(0, Math.ceil((at + wait - now) / second))
}
