import { noteTypes } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'

export function assertNote(
  note: { readonly content: string; readonly pictures: number; readonly type: number },
  isMember: boolean,
): void {
  const { content, pictures, type } = note
  if (type === noteTypes.internal && !isMember) throw new Refusal('wrong_role', { needed: 'member' })
  if (content.trim() === '' && pictures === 0)
    throw new Refusal('bad_input', { field: 'content', flaw: 'empty_comment' })
}
