import type { Failure } from '#contract/connect.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { FieldWords } from '#contract/words/words.ts'

/** What is wrong with a field, by the label that people know it by. Other refusals keep the service's own sentence. */
export function refusalText(
  { flaws, situationRules }: FieldWords,
  { code, field, flaw, limit, message }: Failure,
  label: (field: string) => string,
): string {
  if (code === 'bad_input' && field !== '' && isKey(flaws, flaw))
    return flaws[flaw](label(field), /^\d+$/.test(limit) ? Number(limit) : limit)
  if (code === 'bad_situation' && isKey(situationRules, flaw)) return situationRules[flaw](label)
  return message
}

/** The field of a form that a refusal is shown at. One about anything else is shown for the form as a whole. */
export function fieldOfRefusal(
  { field, code }: Failure,
  fields: Readonly<Record<string, string>>,
  codes: Readonly<Partial<Record<ErrorCode, string>>>,
): string | undefined {
  const named = field || codes[code || 'broken']
  return named !== undefined && Object.hasOwn(fields, named) ? named : undefined
}

/** The place of the photo that a refusal such as that of `pic[2]` is about. */
export const refusedPhotoIndex = ({ field }: Failure): number => Number(/^pic\[(\d+)\]$/.exec(field)?.[1] ?? Number.NaN)

/** A newer service may know flaws that these pages do not. */
function isKey<T extends object>(table: T, name: string): name is keyof T & string {
  return Object.hasOwn(table, name)
}
