import { queryTypes, statuses, ticketTypes } from '#contract/codes.ts'
import { meeting } from '#store/grams.ts'
import type { Store, Tx } from '#store/store.ts'
import { meets, type Word, wordsOf } from './search-text.ts'

/** A total is exact up to here. */
export const exactUpTo = 1000
/** Further back than this many matches nobody pages. */
const deepest = 10_000

const enough = 64
const broadest = 3000

export interface SearchWish {
  readonly values: string
  readonly memberId: number
  readonly queryType: number
  readonly offset: number
  readonly count: number
}

/** Finds tickets newest first and stops as soon as it knows enough, so that common words cost no more than rare ones. */
export function searcher(store: Store) {
  return (wish: SearchWish): Promise<{ ids: number[]; total: number; more: boolean }> =>
    store.read(async (tx) => {
      const wanted = Math.max(exactUpTo + 1, Math.min(wish.offset + wish.count, deepest))
      const found = await matches(tx, wish, wordsOf(wish.values), wanted)
      const page = found.slice(wish.offset, wish.offset + wish.count)
      return { ids: page, total: Math.min(found.length, exactUpTo), more: found.length > exactUpTo }
    })
}

async function matches(tx: Tx, wish: SearchWish, words: readonly Word[], wanted: number): Promise<number[]> {
  const numbered = await confirmed(tx, wish, words, [...new Set(words.flatMap(({ id }) => id ?? []))])
  const found = new Set(numbered)
  const plan = await planned(tx, words)
  if (plan) {
    let below = (await tx.grams.highestBlock()) + 1
    // A few steps to the oldest block, and the first one short: common words need no more.
    for (let size = 8; below > 0 && found.size < wanted; size = Math.min(size * 8, 512)) {
      const blocks = plan.driver ? await tx.grams.blocks(plan.driver, below, size) : down(below, size)
      if (blocks.length === 0) break
      below = blocks.at(-1) ?? 0
      const candidates = await candidatesIn(tx, plan.words, blocks)
      if (wish.queryType === queryTypes.all && plan.exact) {
        for (const id of candidates) found.add(id)
        continue
      }
      for (let i = 0; i < candidates.length && found.size < wanted; i += 500)
        for (const id of await confirmed(tx, wish, words, candidates.slice(i, i + 500))) found.add(id)
    }
  }
  return [...found].sort((a, b) => b - a).slice(0, wanted)
}

interface Planned {
  readonly words: readonly { readonly ways: readonly (readonly string[])[] }[]
  /** Grams one of which every match has, where that narrows it down. */
  readonly driver: readonly string[] | undefined
  /** Whatever has the grams has the words. */
  readonly exact: boolean
}

/** Which grams to go by; nothing if some word occurs nowhere. */
async function planned(tx: Tx, words: readonly Word[]): Promise<Planned | undefined> {
  const full = []
  let exact = words.every((word) => word.exact)
  for (const { text, ways, prefix } of words) {
    const begun = prefix ? await tx.grams.startingWith(text, broadest) : []
    // More than anybody could list: it narrows nothing down, and each ticket is looked at instead.
    if (begun.length === broadest) exact = false
    else full.push({ ways: [...ways, ...begun.map((gram) => [gram])], broad: begun.length > enough })
  }
  const narrow = full.filter(({ broad }) => !broad)
  const spread = await spreadOf(tx, new Set(narrow.flatMap(({ ways }) => ways.flat())))
  const rated = narrow.map(({ ways }) => {
    const rarest = ways
      .map((way) => [...way].sort((a, b) => (spread.get(a) ?? 0) - (spread.get(b) ?? 0))[0] ?? '')
      .filter((gram) => (spread.get(gram) ?? 0) > 0)
    return { rarest, cost: rarest.reduce((sum, gram) => sum + (spread.get(gram) ?? 0), 0) }
  })
  if (rated.some(({ cost }) => cost === 0)) return undefined
  const best = rated.sort((a, b) => a.cost - b.cost)[0]
  return { words: full, driver: best?.rarest, exact }
}

async function spreadOf(tx: Tx, grams: ReadonlySet<string>): Promise<Map<string, number>> {
  const spread = new Map<string, number>()
  const all = [...grams]
  for (let i = 0; i < all.length; i += 100)
    for (const [gram, n] of await tx.grams.spread(all.slice(i, i + 100), enough)) spread.set(gram, n)
  return spread
}

/** The tickets of these blocks that have all the grams, newest first. */
async function candidatesIn(tx: Tx, words: Planned['words'], blocks: readonly number[]): Promise<number[]> {
  const grams = [...new Set(words.flatMap(({ ways }) => ways.flat()))]
  const postings = await tx.grams.postings(grams, blocks)
  return blocks.flatMap((block) => meeting(postings, block, words))
}

/** Those of the candidates that really match and are wanted. */
async function confirmed(
  tx: Tx,
  { queryType, memberId }: SearchWish,
  words: readonly Word[],
  candidates: readonly number[],
): Promise<number[]> {
  if (candidates.length === 0) return []
  const rows = await tx.ticketLists.texts(candidates)
  const mine = queryType === queryTypes.mine ? await tx.ticketLists.workedOn(candidates, memberId) : undefined
  return rows
    .filter(({ id, type, status }) => {
      if (queryType === queryTypes.appliances) return type === ticketTypes.appliance
      if (queryType === queryTypes.computers) return type === ticketTypes.computer
      if (queryType === queryTypes.unclaimed) return status === statuses.submitted
      return mine?.has(id) ?? true
    })
    .filter((row) => meets(row, words))
    .map(({ id }) => id)
}

const down = (below: number, size: number) => Array.from({ length: Math.min(size, below) }, (_, i) => below - 1 - i)
