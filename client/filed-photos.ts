import { noteTypes } from '#contract/codes.ts'

interface Note {
  readonly type: number
  readonly content: string
  readonly createdTime: string
  readonly pic?: readonly string[]
  readonly hidden?: boolean
}

/** `filed` is the comment without text that holds the photos filed with the ticket. */
export function filedPhotos<N extends Note>({ notes, createdTime }: { notes: readonly N[]; createdTime: string }) {
  const filed = notes.find(
    // Hidden photos stay in the story, where they can be shown again.
    (note) =>
      note.type === noteTypes.comment && note.content === '' && note.createdTime === createdTime && !note.hidden,
  )
  return { photos: filed?.pic ?? [], filed, notes: notes.filter((note) => note !== filed) }
}
