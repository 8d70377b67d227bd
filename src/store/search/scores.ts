import { blockSize, type Postings } from './grams.ts'

/** How much tickets have of what is looked for. */
export interface Scores {
  /** By block: of each of its tickets. */
  readonly blocks: ReadonlyMap<number, Float32Array>
  /** As much as a ticket can have. */
  readonly most: number
}

/** Adds up what each ticket has: a gram counts by its weight, and the more the fewer have it. */
export function scoresOf(found: Postings, weights: ReadonlyMap<string, number>, tickets: number): Scores {
  const scores = new Map<number, Float32Array>()
  let most = 0
  for (const [gram, each] of weights) {
    const blocks = found.get(gram)
    if (!blocks) continue
    let having = 0
    for (const ids of blocks.values()) having += ids.length / 2
    const weight = each * Math.log1p(tickets / Math.max(having, 1))
    most += weight
    for (const [block, ids] of blocks) {
      let places = scores.get(block)
      if (!places) {
        places = new Float32Array(blockSize)
        scores.set(block, places)
      }
      for (let i = 0; i < ids.length; i += 2) {
        const place = 32 * digit(ids.charCodeAt(i)) + digit(ids.charCodeAt(i + 1))
        places[place] = (places[place] ?? 0) + weight
      }
    }
  }
  return { blocks: scores, most }
}

/** Of base 32. */
const digit = (code: number) => code - 48 - 39 * (code >> 6)

const steps = 512

/** The tickets with the highest scores, the highest first and the newest of equal ones; of all, or of those that are among these. */
export function highest({ blocks, most }: Scores, count: number, among?: ReadonlySet<number>): number[] {
  // To sort all of them would take longer than all else: how many have how much tells which are among the highest.
  const having = new Uint32Array(steps + 2)
  const scale = steps / (most || 1)
  for (const [block, places] of blocks)
    for (let place = 0; place < blockSize; place += 1) {
      const score = places[place] ?? 0
      if (score === 0 || (among && !among.has(block * blockSize + place))) continue
      const step = Math.floor(score * scale)
      having[step] = (having[step] ?? 0) + 1
    }
  let lowest = steps + 1
  for (let sum = having[lowest] ?? 0; lowest > 0 && sum < count; sum += having[lowest] ?? 0) lowest -= 1
  const found = []
  for (const [block, places] of blocks)
    for (let place = 0; place < blockSize; place += 1) {
      const score = places[place] ?? 0
      if (score === 0 || Math.floor(score * scale) < lowest) continue
      const id = block * blockSize + place
      if (!among || among.has(id)) found.push({ id, score })
    }
  return found
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, count)
    .map(({ id }) => id)
}
