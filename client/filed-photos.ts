import { noteTypes } from '#contract/codes.ts'

interface Note {
  readonly type: number
  readonly content: string
  readonly createdTime: string
  readonly pic?: readonly string[]
}

/** Photos that were handed in with the ticket belong to its description: `filed` is the comment that holds them, and has no text. */
export function filedPhotos<N extends Note>({ notes, createdTime }: { notes: readonly N[]; createdTime: string }) {
  const filed = notes.find(
    (note) => note.type === noteTypes.comment && note.content === '' && note.createdTime === createdTime,
  )
  return { photos: filed?.pic ?? [], filed, notes: notes.filter((note) => note !== filed) }
}
