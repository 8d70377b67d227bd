import { phoneDigits } from '#kit/ngrams.ts'
import { symptoms } from './symptoms.ts'

/** The fields of a ticket that similarity is decided by. */
export interface DeviceDescription {
  readonly device: string
  readonly device_model: string
  readonly description: string
  readonly brand: string
  readonly category: number
}

/** A finished ticket that may be similar. */
export interface EarlierRepair extends DeviceDescription {
  readonly id: number
  readonly remedy: string
  readonly finished_at: number | null
}

/** How texts are compared: letters of any width and case are the same, and marks between them do not count. */
export const comparableText = (text: string) => text.normalize('NFKC').toLowerCase()

/** The letters and the digits of a model, each by themselves: `X1-Carbon` is `x`, `1`, `carbon`. */
export const modelParts = (model: string): string[] =>
  comparableText(model).match(/[a-z]+|\p{Nd}+|(?:(?![a-z])[\p{L}\p{M}])+/gu) ?? []

/** What people write who do not know it. */
const unknown = new Set([
  '',
  'unknown',
  'none',
  'na',
  'no',
  'nomodel',
  '无',
  '未知',
  '不知道',
  '不清楚',
  '不详',
  '没有',
  '其他',
  '其它',
])

/** The same model; one that has a number, also where one of the two has more in front of it, such as the brand. */
export function isSameModel(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one.join(''), other.join('')]
  if (unknown.has(a) || unknown.has(b)) return false
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, other] : [b, one]
  return short.length >= 4 && /\d/.test(short) && long.some((_, i) => long.slice(i).join('') === short)
}

// They are in every second description and say nothing about it.
const polite =
  /谢谢|麻烦|尽快|请|不急|帮忙|看看|一下|可以|周末|来取|取件|检查|修理|维修|有点|使用|时候|之后|现在|已经|就是|出现|问题/g
const empty = new Set(
  'the and but for not with that this has have had was were are its when then after since please thank thanks very any more does did can could would will you your our from out off too just also only all some there been being because while still again into over than they them which what who how why'.split(
    ' ',
  ),
)

/** What of a description may say what is wrong: its words, and pairs of Chinese characters. */
export function descriptionWords(text: string): string[] {
  const said = comparableText(text)
  const words = (said.match(/[a-z]{3,}/g) ?? []).filter((word) => !empty.has(word))
  for (const run of said.replace(polite, ' ').match(/\p{Script=Han}+/gu) ?? []) {
    const letters = [...run]
    for (let i = 0; i + 1 < letters.length; i += 1) words.push(`${letters[i]}${letters[i + 1]}`)
  }
  return words
}

/** Which faults it means, in whichever words. */
const meantIn = (said: string, among: readonly number[]) =>
  among.filter((i) => symptoms[i]?.some((word) => said.includes(word)))
const allSymptoms = symptoms.map((_, i) => i)

/** What it says is wrong: these words, and which faults they mean, of all that are known or of those that another one has. */
export function faultsIn(text: string, like?: ReadonlySet<string>): Set<string> {
  const among = like ? allSymptoms.filter((i) => like.has(meaning + i)) : allSymptoms
  return new Set([...descriptionWords(text), ...meantIn(comparableText(text), among).map((i) => meaning + i)])
}
/** In front of the number of a fault that is meant, in whichever words. */
const meaning = '#'
const weightOf = (fault: string) => (fault.startsWith(meaning) ? 4 : 1)
const weighed = (faults: Iterable<string>) => [...faults].reduce((sum, fault) => sum + weightOf(fault), 0)

/** From 0 to 1; nothing unless they have a fault, or two words, in common. */
function sameFaults(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = weighed(one.intersection(other))
  return shared < 2 ? 0 : (2 * shared) / (weighed(one) + weighed(other))
}

/** A ticket prepared for comparison with many others. */
export interface SimilarityQuery {
  readonly model: readonly string[]
  readonly faults: ReadonlySet<string>
  readonly device: string
  readonly category: number
  /** Whether something is of its brand. */
  readonly isOfBrand: (other: DeviceDescription) => boolean
}

/** How much one that was finished is like it: the same model before anything else, then its brand, then what it is. Nothing where it is not. */
export function similarity(looked: SimilarityQuery, before: DeviceDescription): number | undefined {
  const isSame = isSameModel(looked.model, modelParts(before.device_model))
  const kin = isSame ? 3 : looked.isOfBrand(before) ? 1.5 : isSameThing(looked, before) ? 0 : undefined
  if (kin === undefined) return undefined
  const faults = Math.round(10 * sameFaults(looked.faults, faultsIn(before.description, looked.faults))) / 10
  return isSame || faults > 0 ? kin + faults : undefined
}

const isSameThing = ({ device, category }: SimilarityQuery, before: DeviceDescription) =>
  device === deviceKey(before.device) || (category > 0 && category === before.category)

export const deviceKey = (device: string) => modelParts(device).join('')

/** The most alike first; of those the ones that say what helped, then the newest. */
export function rankBySimilarity<T extends EarlierRepair>(
  looked: SimilarityQuery,
  some: readonly T[],
  count: number,
): T[] {
  return some
    .flatMap((before) => {
      const like = similarity(looked, before)
      return like === undefined ? [] : [{ before, like }]
    })
    .sort(
      (a, b) =>
        b.like - a.like ||
        Number(b.before.remedy !== '') - Number(a.before.remedy !== '') ||
        (b.before.finished_at ?? 0) - (a.before.finished_at ?? 0) ||
        b.before.id - a.before.id,
    )
    .slice(0, count)
    .map(({ before }) => before)
}

/** What of an unfinished ticket tells whether it is the same. Its phone is as the actor sees it, who learns what is the same. */
export interface UnfinishedTicket {
  readonly person_id: number
  readonly owner: string
  readonly phone: string
  readonly device: string
  readonly device_model: string
}

const wholePhone = 7
const end = 4

/** Why two unfinished tickets may be one: of the same person, or of the same device. */
export function duplicateReason(one: UnfinishedTicket, other: UnfinishedTicket): 'person' | 'device' | undefined {
  const [a, b] = [shownDigits(one.phone), shownDigits(other.phone)]
  if (one.person_id === other.person_id || (a.whole === b.whole && a.whole.length >= wholePhone)) return 'person'
  const isSameDevice =
    deviceKey(one.device) === deviceKey(other.device) &&
    isSameModel(modelParts(one.device_model), modelParts(other.device_model))
  const isSameName = comparableText(one.owner).trim() === comparableText(other.owner).trim() && one.owner.trim() !== ''
  const isSameEnd = a.end.length === end && a.end === b.end
  return isSameDevice && (isSameName || isSameEnd) ? 'device' : undefined
}

/** The digits of a phone, masked or not: all of them where all are shown, and the last four where those are. */
function shownDigits(phone: string): { whole: string; end: string } {
  const [, last] = phone.split('****')
  if (last !== undefined) return { whole: '', end: last.slice(-end) }
  const whole = phoneDigits(phone)
  return { whole, end: whole.slice(-end) }
}
