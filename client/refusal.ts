import type { Failure } from '#contract/connect.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { FieldWords } from '#contract/words/words.ts'

/** A mark of labels that does not belong into a sentence. */
const optional = / ?[（(](?:optional|选填)[)）]$/
/** The sentences have spaces for the names of fields, which are Latin; a Chinese label has none around it. */
const spacesInChinese = /(?<=[\p{Script=Han}？）”]) (?=\p{Script=Han})/gu

/** Words the flaw of a field with its label; other refusals keep the service's sentence. */
export function refusalText(
  { flaws, situationRules }: FieldWords,
  { code, field, flaw, limit, message }: Failure,
  label: (field: string) => string,
): string {
  if (code === 'bad_input' && field !== '' && isKey(flaws, flaw)) {
    const sentence = flaws[flaw](label(field).replace(optional, ''), /^\d+$/.test(limit) ? Number(limit) : limit)
    return sentence.replace(spacesInChinese, '')
  }
  if (code === 'bad_situation' && isKey(situationRules, flaw))
    return situationRules[flaw](label).replace(spacesInChinese, '')
  return message
}

/** The field of the form that a refusal belongs to, or undefined for the form as a whole. */
export function fieldOfRefusal(
  { field, code }: Failure,
  fields: Readonly<Record<string, string>>,
  codes: Readonly<Partial<Record<ErrorCode, string>>>,
): string | undefined {
  const named = field || codes[code || 'broken']
  return named !== undefined && labelOf(fields, named) !== undefined ? named : undefined
}

/** The label of a field. `kinds[].name` labels that field of every row. */
export const labelOf = (fields: Readonly<Record<string, string>>, name: string): string | undefined =>
  fields[name] ?? fields[name.replace(/\[\d+\]/g, '[]')]

/** The index in a field such as `pic[2]`. */
export const refusedPhotoIndex = ({ field }: Failure): number => Number(/^pic\[(\d+)\]$/.exec(field)?.[1] ?? Number.NaN)

/** A newer service may send flaws that this table lacks. */
function isKey<T extends object>(table: T, name: string): name is keyof T & string {
  return Object.hasOwn(table, name)
}
