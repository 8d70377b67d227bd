import { categories } from '#contract/codes.ts'
import { brandWords } from '../open-data/brand-words.ts'
import { blockers, categoryWords, otherThings, partWords } from './category-words.ts'

export interface DeviceGuess {
  readonly category: number
  readonly brand: string
}

interface Match {
  readonly category: number
  readonly word: string
  readonly from: number
  readonly end: number
}

// A Latin word must be a whole word. A number may follow at once, as in `iPhone13`.
const before = (word: string) => (/^[a-z0-9]/.test(word) ? '(?<![a-z0-9])' : '')
const after = (word: string) => (/[a-z]$/.test(word) ? '(?![a-z])' : /\d$/.test(word) ? '(?!\\d)' : '')
const listed = ([zh, en]: readonly [string, string]) => [...zh.split(' '), ...en.split(', ')]
const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('_', ' ')

/** The category of each known word; 0 for things of no category. */
const meanings = new Map(
  Object.entries({ ...categories, other: 0 }).flatMap(([name, category]) =>
    listed(name === 'other' ? otherThings : categoryWords[name as keyof typeof categories]).map(
      (word) => [word, category] as const,
    ),
  ),
)
/**
 * A pattern for each first letter with the longest words first, because trying all words at each place is slow. English
 * plurals match too.
 */
const wordsByStart = new Map(
  Array.from(
    Map.groupBy(meanings.keys(), (word) => word.charAt(0)),
    ([start, words]) => {
      const longestFirst = words.toSorted((a, b) => b.length - a.length)
      const parts = longestFirst.map(
        (word) => before(word) + word + (/[a-z]$/.test(word) ? '(?:e?s)?' : '') + after(word),
      )
      return [start, new RegExp(parts.join('|'), 'y')]
    },
  ),
)
const blocked = new RegExp(
  `^\\s*(?:的\\s*)?(?:卡(?![顿死机纸住了])|${listed(blockers)
    .map((word) => word + after(word))
    .join('|')})`,
)
// The text after these describes the device or its fault.
const ends =
  /[（(，,；;。:：/|+[【]|(?:\s|^)(?:with|for|of|and|in|broken|won't|doesn't|does not|not|no|needs|without|that|which)\s|(?<![灯磁])带|和(?!面)|坏|不能|无法|不了|不亮|不转|不开|没有/

const matchesIn = (text: string): Match[] =>
  Array.from({ length: text.length }, (_, from) => {
    const words = wordsByStart.get(text.charAt(from))
    if (!words) return []
    words.lastIndex = from
    const found = words.exec(text)?.[0]
    if (found === undefined) return []
    const word = [found, found.slice(0, -1), found.slice(0, -2)].find((one) => meanings.has(one)) ?? ''
    return [{ word, category: meanings.get(word) ?? 0, from, end: from + found.length }]
  }).flat()

/**
 * In both languages the last word of a phrase names the thing. `undefined` without a known word, 0 for things of no
 * category.
 */
function categoryIn(text: string): number | undefined {
  const found = matchesIn(text)
  const last = found.toSorted((a, b) => b.end - a.end || a.from - b.from)[0]
  if (!last) return undefined
  if (blocked.test(text.slice(last.end))) return 0
  const whole =
    partWords.has(last.word) && found.find(({ end }) => text.slice(end, last.from).trim() === '' && end <= last.from)
  return whole ? whole.category : last.category
}

/** The category of the first part with a known word: people name a device before its fault. */
function categoryOf(text: string): number | undefined {
  for (const part of plain(text).split(ends)) {
    const category = categoryIn(part)
    if (category !== undefined) return category
  }
  return undefined
}

const brands = Object.entries(brandWords).map(([brand, names]) => ({
  brand,
  pattern: new RegExp(
    names
      .split('|')
      .map((name) => before(name) + name + after(name))
      .join('|'),
  ),
}))

export function mentionsBrand(brand: string, text: string): boolean {
  const known = brands.find((one) => one.brand === brand)
  return known ? known.pattern.test(plain(text)) : plain(text).includes(plain(brand))
}

function brandOf(device: string): string {
  const text = plain(device)
  const found = brands.flatMap(({ brand, pattern }) => {
    const match = pattern.exec(text)
    return match ? [{ brand, at: match.index, length: match[0].length }] : []
  })
  return found.sort((a, b) => a.at - b.at || b.length - a.length)[0]?.brand ?? ''
}

/** A cache, because a ticket is shown many times. */
const remembered = new Map<string, DeviceGuess>()
const maxRemembered = 1000

/** The probable category and brand, by the owner's words and the model. An unclear one stays empty. */
export function guessDevice(device: string, model: string): DeviceGuess {
  if (remembered.size >= maxRemembered) remembered.clear()
  return remembered.getOrInsertComputed(`${device}\n${model}`, () => ({
    category: categoryOf(device) ?? categoryOf(model) ?? 0,
    brand: brandOf(device) || brandOf(model),
  }))
}
