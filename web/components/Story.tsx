import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { noteTypes } from '#contract/codes.ts'
import type { api } from '#web/data/api.ts'
import { Avatar } from './Avatar.tsx'
import { CheckingNotice } from './CheckingNotice.tsx'
import { Pictures } from './Pictures.tsx'
import css from './story.module.css'
import { Time } from './Time.tsx'
import { useTicketWords } from './ticket-words.ts'

export type Note = Awaited<ReturnType<typeof api.tickets.info>>['notes'][number]

type BesideNote = (note: Note) => ReactNode

export function Story({ notes, beside }: { notes: readonly Note[]; beside?: BesideNote }) {
  const { noStory } = useTicketWords()
  if (notes.length === 0) return <Text c="dimmed">{noStory}</Text>
  return (
    <ol className={css['story']}>
      {notes.map((note) => (
        <li key={note.id}>
          {note.type === noteTypes.recorded ? (
            <RecordedNote note={note} />
          ) : (
            <WrittenNote note={note} beside={beside} />
          )}
        </li>
      ))}
    </ol>
  )
}

function RecordedNote({ note }: { note: Note }) {
  const { content, createdTime } = note
  const author = useAuthor()(note)
  return (
    <div className={css['recorded']}>
      <span className={css['mark']} aria-hidden="true" />
      <span>
        <b>{author}</b> · <Time at={createdTime} /> · {content}
      </span>
    </div>
  )
}

function WrittenNote({ note, beside }: { note: Note; beside: BesideNote | undefined }) {
  const words = useTicketWords()
  const internal = note.type === noteTypes.internal
  const author = useAuthor()(note)
  return (
    <div className={css['written']}>
      <Avatar src={note.avatar} name={note.op} />
      <div className={css['bubble']} data-internal={internal}>
        <div className={css['head']}>
          <b>{author}</b>
          <Text span variant="secondary">
            <Time at={note.createdTime} />
          </Text>
          {internal && <Badge color="yellow">{words.internal}</Badge>}
          {note.hidden && <Badge color="red">{words.hidden}</Badge>}
        </div>
        {note.content && <p className={css['text']}>{note.content}</p>}
        <Pictures urls={[...note.pic, ...(note.internalPic ?? [])]} name={(number) => words.picture(number, author)} />
        <CheckingNotice of={note} />
        {beside?.(note)}
      </div>
    </div>
  )
}

function useAuthor(): (note: Note) => string {
  const { you } = useTicketWords()
  return ({ own, op }) => (own ? you : op)
}
