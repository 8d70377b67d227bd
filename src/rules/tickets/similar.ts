import { phoneDigits } from '#kit/ngrams.ts'
import { symptoms } from './symptoms.ts'

/** The fields that similarity is computed from. */
export interface DeviceDescription {
  readonly device: string
  readonly device_model: string
  readonly description: string
  readonly brand: string
  readonly category: number
}

export interface EarlierRepair extends DeviceDescription {
  readonly id: number
  readonly remedy: string
  readonly finished_at: number | null
}

/** Ignores the width and case of letters. */
export const comparableText = (text: string) => text.normalize('NFKC').toLowerCase()

/** The runs of letters and of digits: `X1-Carbon` is `x`, `1`, `carbon`. */
export const modelParts = (model: string): string[] =>
  comparableText(model).match(/[a-z]+|\p{Nd}+|(?:(?![a-z])[\p{L}\p{M}])+/gu) ?? []

/** Words for an unknown model. */
const unknown = new Set('|unknown|none|na|no|nomodel|无|未知|不知道|不清楚|不详|没有|其他|其它'.split('|'))

/** Models with a number also match if one of them has more in front, such as the brand. */
export function isSameModel(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one.join(''), other.join('')]
  if (unknown.has(a) || unknown.has(b)) return false
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, other] : [b, one]
  return short.length >= 4 && /\d/.test(short) && long.some((_, i) => long.slice(i).join('') === short)
}

// Words of many descriptions that say nothing about the fault.
const polite =
  /谢谢|麻烦|尽快|请|不急|帮忙|看看|一下|可以|周末|来取|取件|检查|修理|维修|有点|使用|时候|之后|现在|已经|就是|出现|问题/g
const empty = new Set(
  'the and but for not with that this has have had was were are its when then after since please thank thanks very any more does did can could would will you your our from out off too just also only all some there been being because while still again into over than they them which what who how why'.split(
    ' ',
  ),
)

/** The words of a description that can name a fault, and its pairs of Chinese characters. */
export function descriptionWords(text: string): string[] {
  const comparable = comparableText(text)
  const words = (comparable.match(/[a-z]{3,}/g) ?? []).filter((word) => !empty.has(word))
  for (const run of comparable.replace(polite, ' ').match(/\p{Script=Han}+/gu) ?? []) {
    const letters = [...run]
    for (let i = 0; i + 1 < letters.length; i += 1) words.push(`${letters[i]}${letters[i + 1]}`)
  }
  return words
}

/** The numbers of the symptoms that a text mentions. */
const meantIn = (said: string, among: readonly number[]) =>
  among.filter((i) => symptoms[i]?.some((word) => said.includes(word)))
const allSymptoms = symptoms.map((_, i) => i)

/** The words of a text and the symptoms that it mentions, of all symptoms or of those in `like`. */
export function faultsIn(text: string, like?: ReadonlySet<string>): Set<string> {
  const among = like ? allSymptoms.filter((i) => like.has(meaning + i)) : allSymptoms
  return new Set([...descriptionWords(text), ...meantIn(comparableText(text), among).map((i) => meaning + i)])
}
/** The prefix of the number of a symptom. */
const meaning = '#'
const isSymptom = (fault: string) => fault.startsWith(meaning)
const weightOf = (fault: string) => (isSymptom(fault) ? 4 : 1)
const weighed = (faults: Iterable<string>) => [...faults].reduce((sum, fault) => sum + weightOf(fault), 0)

/** From 0 to 1; 0 unless they share a symptom or two words. */
function sameFaults(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = weighed(one.intersection(other))
  return shared < 2 ? 0 : (2 * shared) / (weighed(one) + weighed(other))
}

export interface SimilarityQuery {
  readonly model: readonly string[]
  readonly faults: ReadonlySet<string>
  readonly isOfKind: (other: DeviceDescription) => boolean
  readonly isOfBrand: (other: DeviceDescription) => boolean
}

/** Without known symptoms, descriptions must have this much in common: any two share some words. */
const alike = 0.3

/** One symptom of two is not the same fault. */
function sharesSymptoms(looked: ReadonlySet<string>, before: ReadonlySet<string>): boolean {
  const all = [...looked].filter(isSymptom)
  return 2 * all.filter((symptom) => before.has(symptom)).length > all.length
}

/**
 * The similarity of a finished ticket. `undefined` unless it has the same model, or is the same kind of device with the
 * same fault. A brand makes all kinds of devices, so it only ranks them.
 */
export function similarity(looked: SimilarityQuery, before: DeviceDescription): number | undefined {
  const isSame = isSameModel(looked.model, modelParts(before.device_model))
  const faults = faultsIn(before.description, looked.faults)
  const shared = sameFaults(looked.faults, faults)
  const isSameFault = shared >= alike || sharesSymptoms(looked.faults, faults)
  if (!isSame && !(isSameFault && looked.isOfKind(before))) return undefined
  return (isSame ? 3 : looked.isOfBrand(before) ? 1.5 : 0) + Math.round(10 * shared) / 10
}

export const deviceKey = (device: string) => modelParts(device).join('')

/** The most similar first; among equals those with a remedy, then the newest. */
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

/** The fields that show a duplicate. The phone is masked as the actor sees it. */
export interface UnfinishedTicket {
  readonly person_id: number
  readonly owner: string
  readonly phone: string
  readonly device: string
  readonly device_model: string
}

const wholePhone = 7
const end = 4

/** Why two unfinished tickets may be one: the same person, or the same device. */
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

/** The whole number if it is not masked, and its last four digits. */
function shownDigits(phone: string): { whole: string; end: string } {
  const [, last] = phone.split('****')
  if (last !== undefined) return { whole: '', end: last.slice(-end) }
  const whole = phoneDigits(phone)
  return { whole, end: whole.slice(-end) }
}
