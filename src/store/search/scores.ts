import { blockSize, type Postings } from './grams.ts'

/** By block: how much each of its tickets has of what is looked for. */
export type Scores = ReadonlyMap<number, Float32Array>

/** Adds up what each ticket has: a gram counts by its weight, and the more the fewer have it. */
export function scoresOf(found: Postings, weights: ReadonlyMap<string, number>, tickets: number): Scores {
  const scores = new Map<number, Float32Array>()
  for (const [gram, each] of weights) {
    const blocks = found.get(gram) ?? new Map<number, string>()
    let having = 0
    for (const ids of blocks.values()) having += ids.length / 2
    const weight = each * Math.log1p(tickets / Math.max(having, 1))
    for (const [block, ids] of blocks) {
      const places = scores.getOrInsertComputed(block, () => new Float32Array(blockSize))
      for (let i = 0; i < ids.length; i += 2) {
        const place = 32 * digit(ids.charCodeAt(i)) + digit(ids.charCodeAt(i + 1))
        places[place] = (places[place] ?? 0) + weight
      }
    }
  }
  return scores
}

/** Of base 32. */
const digit = (code: number) => code - 48 - 39 * (code >> 6)

const steps = 512

/** The tickets with the highest scores, the highest first and the newest of equal ones; of all, or of those that are wanted. */
export function highest(scores: Scores, count: number, wanted?: (id: number) => boolean): number[] {
  let most = 0
  for (const places of scores.values()) for (const score of places) if (score > most) most = score
  if (most === 0) return []
  // To sort all of them would take longer than all else: how many have how much tells who is among the highest.
  const having = new Uint32Array(steps + 1)
  const step = (score: number) => Math.floor((score / most) * steps)
  const each = function* (): Generator<{ id: number; score: number }> {
    for (const [block, places] of scores)
      for (let place = 0; place < blockSize; place += 1) {
        const score = places[place] ?? 0
        if (score > 0) yield { id: block * blockSize + place, score }
      }
  }
  for (const { id, score } of each()) if (!wanted || wanted(id)) having[step(score)] = (having[step(score)] ?? 0) + 1
  let lowest = steps
  for (let sum = having[steps] ?? 0; lowest > 0 && sum < count; sum += having[lowest] ?? 0) lowest -= 1
  const found = []
  for (const one of each()) if (step(one.score) >= lowest && (!wanted || wanted(one.id))) found.push(one)
  return found
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, count)
    .map(({ id }) => id)
}
