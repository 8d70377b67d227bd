import { noteTypes } from '#contract/codes.ts'
import type { OwnersTicket } from '#web/data/queries.ts'

/** Photos that were handed in with the ticket belong to what is wrong: the comment that holds them says nothing else. */
export function filedPhotos({ notes, createdTime }: Pick<OwnersTicket, 'notes' | 'createdTime'>): {
  readonly photos: readonly string[]
  /** The comment that holds them. */
  readonly filed: OwnersTicket['notes'][number] | undefined
  readonly notes: OwnersTicket['notes']
} {
  const filed = notes.find(
    (note) => note.type === noteTypes.comment && note.content === '' && note.createdTime === createdTime,
  )
  return { photos: filed?.pic ?? [], filed, notes: notes.filter((note) => note !== filed) }
}
