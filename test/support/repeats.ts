import type { Front } from '../peers/misbehaving.ts'

interface Arrivals {
  /** The ids of everything that arrived, with repetitions. */
  readonly ids: readonly string[]
  /** Peers whose responses may be lost. */
  readonly front?: Pick<Front, 'lost'>
}

/** Counts duplicates, and lists those that no lost answer explains. */
export function countDuplicates(channels: Readonly<Record<string, Arrivals>>) {
  const unexplained: string[] = []
  let count = 0
  for (const [channel, { ids, front }] of Object.entries(channels)) {
    const times = new Map<string, number>()
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
    const lost = front?.lost ?? new Map<string, number>()
    let anonymous = lost.get('') ?? 0
    for (const [id, arrived] of times) {
      const repeats = arrived - 1
      count += repeats
      const missing = repeats - (lost.get(id) ?? 0)
      if (missing <= 0) continue
      anonymous -= missing
      if (anonymous < 0) unexplained.push(`${channel}: ${id} came ${arrived} times`)
    }
  }
  return { count, unexplained }
}
