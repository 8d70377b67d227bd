import { queryTypes, statuses, ticketTypes } from '#contract/codes.ts'
import { relationsOf } from '#rules/policy.ts'
import { visibilityOf } from '#rules/visibility.ts'
import type { Store, Tx } from '#store/store.ts'
import type { DayOrder, ListFilter } from '#store/tickets/lists.ts'
import type { SearchCandidates } from '#store/tickets/narrow-search.ts'
import { intersect, type Postings } from '#store/tickets/search-index.ts'
import { matchesWords, type Word, wordsOf } from './search-text.ts'

export const largestExactTotal = 1000
const deepest = 10_000

const enough = 64
/** Longer words choose the blocks instead of a prefix with more grams than this. */
const fewWords = 8
const broadest = 3000
/** The rarest grams of a word suffice: few other tickets have them all. */
const deciding = 3

export interface SearchQuery extends ListFilter {
  readonly open: boolean
  readonly values: string
  readonly memberId: number
  /** True if the member sees all phones. Otherwise phones match only on tickets that the member owns or works on. */
  readonly seesPhones: boolean
  readonly personId: number
  readonly queryType: number
  /** The latest number first by default. With an order by day, a ticket whose number is searched comes first. */
  readonly order?: DayOrder | undefined
  readonly offset: number
  readonly count: number
}

/** Searches newest first and stops at enough matches, so that common words cost no more than rare ones. */
export function searchTicketIds(store: Store, query: SearchQuery) {
  return store.read(async (tx) => {
    const wanted = Math.max(largestExactTotal + 1, Math.min(query.offset + query.count, deepest))
    const words = wordsOf(query.values)
    const found = await matches(tx, query, words, wanted)
    const page = (await ordered(tx, found, words, query.order)).slice(query.offset, query.offset + query.count)
    return { ids: page, total: Math.min(found.length, largestExactTotal), more: found.length > largestExactTotal }
  })
}

/** Of more matches than are counted, the oldest are unknown. */
async function ordered(tx: Tx, found: readonly number[], words: readonly Word[], order: DayOrder | undefined) {
  if (!order || found.length === 0) return found
  const oldestFirst = await tx.ticketLists.sortedByDay(found.slice(0, largestExactTotal))
  const all = order === 'oldest' ? oldestFirst : [...oldestFirst.reverse(), ...found.slice(largestExactTotal)]
  const number = words.length === 1 ? words[0]?.id : undefined
  return number !== undefined && all.includes(number) ? [number, ...all.filter((id) => id !== number)] : all
}

async function matches(tx: Tx, input: SearchQuery, words: readonly Word[], wanted: number): Promise<number[]> {
  // Reads unindexed tickets before the index: one that is indexed meanwhile is found twice, not missed.
  const unindexed = await tx.ticketQueues.unindexed()
  const looked = [...new Set([...words.flatMap(({ id }) => id ?? []), ...unindexed])]
  const found = await indexedMatches(tx, input, words, wanted)
  for (let i = 0; i < looked.length; i += atOnce)
    for (const id of await confirmMatches(tx, input, words, looked.slice(i, i + atOnce))) found.add(id)
  return [...found].sort((a, b) => b - a).slice(0, wanted)
}

async function indexedMatches(tx: Tx, input: SearchQuery, words: readonly Word[], wanted: number) {
  const found = new Set<number>()
  const plan = await planSearch(tx, words, input.seesPhones)
  if (!plan) return found
  let below = (await tx.searchIndex.highestBlock()) + 1
  let seen = 0
  for (
    let size = plan.driver ? firstBlocks : 1;
    below > 0 && found.size < wanted;
    size = nextBlockCount(seen, found.size, wanted)
  ) {
    const { found: driven, blocks } = plan.driver
      ? await tx.searchIndex.newest(plan.driver, below, size)
      : { found: new Map(), blocks: blocksBelow(below, size) }
    const lowest = blocks.at(-1)
    if (lowest === undefined) break
    below = lowest
    seen += blocks.length
    const narrowed = await tx.narrowSearch.candidates(input, blocks)
    const { candidates, proved } = await candidatesIn(tx, plan, blocks, driven, narrowed?.marks)
    if (proved && (narrowed ? narrowed.whole : isUnfiltered(input))) {
      for (const id of candidates) found.add(id)
      continue
    }
    for (let i = 0; i < candidates.length && found.size < wanted; i += atOnce)
      for (const id of await confirmMatches(tx, input, words, candidates.slice(i, i + atOnce))) found.add(id)
  }
  return found
}

const isUnfiltered = ({ queryType, open, type, status }: SearchQuery) =>
  queryType === queryTypes.all && !open && type === undefined && status === undefined

const firstBlocks = 8
const atOnce = 500

function nextBlockCount(seen: number, found: number, wanted: number): number {
  const likely = Math.ceil(((wanted - found) * seen * 1.1) / Math.max(found, 1))
  return Math.min(Math.max(likely, 1), 512)
}

interface SearchPlan {
  readonly words: readonly { readonly ways: readonly (readonly string[])[] }[]
  /** Every match has one of these grams, if that narrows the search. */
  readonly driver: readonly string[] | undefined
  /** True if the grams suffice, so that no text must be checked. */
  readonly exact: boolean
}

/** `undefined` if a word occurs nowhere. */
async function planSearch(tx: Tx, words: readonly Word[], seesPhones: boolean): Promise<SearchPlan | undefined> {
  const full = []
  let exact = words.every((word) => word.exact && (seesPhones || word.digits === ''))
  const others = words.some((word) => !word.prefix)
  for (const { text, ways, prefix } of words) {
    const begun = prefix ? await tx.searchIndex.startingWith(text, broadest) : []
    // Too many to narrow the search: each ticket is checked instead.
    if (begun.length === broadest) exact = false
    else
      full.push({
        ways: [...ways, ...begun.map((gram) => [gram])],
        broad: begun.length > (others && prefix ? fewWords : enough),
      })
  }
  const narrow = full.filter(({ broad }) => !broad)
  const spread = await tx.searchIndex.countBlocks([...new Set(narrow.flatMap(({ ways }) => ways.flat()))], enough)
  const rarestFirst = (way: readonly string[]) => way.toSorted((a, b) => (spread.get(a) ?? 0) - (spread.get(b) ?? 0))
  const rated = narrow.map(({ ways }) => {
    const rarest = ways.map((way) => rarestFirst(way)[0] ?? '').filter((gram) => (spread.get(gram) ?? 0) > 0)
    return { rarest, cost: rarest.reduce((sum, gram) => sum + (spread.get(gram) ?? 0), 0) }
  })
  if (rated.some(({ cost }) => cost === 0)) return undefined
  const best = rated.sort((a, b) => a.cost - b.cost)[0]
  const ordered = full.map(({ ways }) => ({ ways: ways.map((way) => rarestFirst(way).slice(0, deciding)) }))
  return { words: ordered, driver: best?.rarest, exact }
}

/** Newest first. */
async function candidatesIn(
  tx: Tx,
  { words, driver = [], exact }: SearchPlan,
  within: readonly number[],
  driven: Postings,
  narrowed: SearchCandidates['marks'] | undefined,
): Promise<{ candidates: number[]; proved: boolean }> {
  const blocks = narrowed ? within.filter((block) => narrowed.has(block)) : within
  const [highest = 0, lowest = 0] = [blocks[0], blocks.at(-1)]
  const others = [...gramsOf(words).difference(driven)]
  const drivenIn = (block: number) => {
    const length = driver.reduce((sum, gram) => sum + (driven.get(gram)?.get(block)?.length ?? 0), 0)
    return Math.min(length, narrowed?.get(block)?.length ?? length) / 2
  }
  const atMost = blocks.reduce((sum, block) => sum + drivenIn(block), 0)
  // Reading a text takes about as long as ten rows of grams.
  if (driver.length > 0 && 10 * atMost <= (highest - lowest + 1) * others.length)
    return { candidates: intersect(driven, blocks, [{ ways: driver.map((gram) => [gram]) }], narrowed), proved: false }
  const beside = await tx.searchIndex.between(others, lowest, highest)
  return { candidates: intersect(new Map([...driven, ...beside]), blocks, words, narrowed), proved: exact }
}

const gramsOf = (words: SearchPlan['words']) => new Set(words.flatMap(({ ways }) => ways.flat()))

async function confirmMatches(tx: Tx, input: SearchQuery, words: readonly Word[], candidates: readonly number[]) {
  if (candidates.length === 0) return []
  const rows = await tx.ticketLists.texts(candidates)
  const { queryType, memberId, personId, seesPhones } = input
  const wantsMine = queryType === queryTypes.mine
  const seesPhone = ({ id, person_id }: (typeof rows)[number]) => {
    const ties = { owner: person_id, workers: mine?.has(id) ? [memberId] : [] }
    return visibilityOf('phone', relationsOf({ personId, memberId, admin: false }, ties)) === 'full'
  }
  const mine =
    wantsMine || (!seesPhones && words.some(({ digits }) => digits !== ''))
      ? await tx.ticketLists.workedOn(candidates, memberId)
      : undefined
  return rows
    .filter((row) => (!input.open || row.open === 1) && (input.type ?? row.type) === row.type)
    .filter((row) => (input.status ?? row.status) === row.status)
    .filter(({ id, type, status }) => {
      if (queryType === queryTypes.appliances) return type === ticketTypes.appliance
      if (queryType === queryTypes.computers) return type === ticketTypes.computer
      if (queryType === queryTypes.unclaimed) return status === statuses.submitted
      return !wantsMine || mine?.has(id)
    })
    .filter((row) => matchesWords(row, words, seesPhones || seesPhone(row)))
    .map(({ id }) => id)
}

const blocksBelow = (below: number, size: number) =>
  Array.from({ length: Math.min(size, below) }, (_, i) => below - 1 - i)
