import { noteTypes } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'

/** Refuses what a note must not be. Internal notes are for members, pictures for comments, and nobody says nothing. */
export function assertNote(
  note: { readonly content: string; readonly pictures: number; readonly type: number },
  isMember: boolean,
): void {
  const { content, pictures, type } = note
  if (type === noteTypes.internal && !isMember) throw new Refusal('wrong_role', { needed: 'member' })
  if (type === noteTypes.internal && pictures > 0)
    throw new Refusal('bad_input', { field: 'pic', flaw: 'no_pictures_here' })
  if (content.trim() === '' && pictures === 0)
    throw new Refusal('bad_input', { field: 'content', flaw: 'empty_comment' })
}
