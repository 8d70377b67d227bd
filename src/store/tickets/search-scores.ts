import { blockSize, type Postings } from './search-index.ts'

export type Scores = ReadonlyMap<number, Float32Array>

/**
 * Adds the weight of each n-gram to the scores of its tickets, and more for rare ones. Returns only blocks with a
 * match.
 */
export function scoresOf(
  found: Postings,
  weights: ReadonlyMap<string, number>,
  tickets: number,
  before: Scores = new Map(),
): Scores {
  const scores = new Map<number, Float32Array>()
  for (const [gram, each] of weights) {
    const blocks = found.get(gram)
    if (!blocks) continue
    let having = 0
    for (const ids of blocks.values()) having += ids.length / 2
    const weight = each * Math.log1p(tickets / Math.max(having, 1))
    for (const [block, ids] of blocks) {
      const places = scores.getOrInsertComputed(block, () => before.get(block)?.slice() ?? new Float32Array(blockSize))
      for (let i = 0; i < ids.length; i += 2) {
        const place = 32 * digit(ids.charCodeAt(i)) + digit(ids.charCodeAt(i + 1))
        places[place] = (places[place] ?? 0) + weight
      }
    }
  }
  return scores
}

const digit = (code: number) => code - 48 - 39 * (code >> 6)

interface TicketScore {
  readonly id: number
  readonly score: number
}
const best = (some: TicketScore[], count: number) =>
  some.sort((a, b) => b.score - a.score || b.id - a.id).slice(0, count)

/** The highest scores first, then the newest. */
export function topScored(scores: Scores, count: number): number[] {
  // Sorting all would be slow: keeps the best so far, and later ones must exceed the lowest of them. Later ones are
  // older, so they lose ties.
  let found: TicketScore[] = []
  let lowest = 0
  for (const [block, places] of [...scores].sort(([a], [b]) => b - a))
    for (let place = blockSize - 1; place >= 0; place -= 1) {
      const score = places[place] ?? 0
      if (score <= lowest) continue
      found.push({ id: block * blockSize + place, score })
      if (found.length < 4 * count) continue
      found = best(found, count)
      lowest = found.at(-1)?.score ?? 0
    }
  return best(found, count).map(({ id }) => id)
}
