import { useRef, useState } from 'react'
import { keptTyping } from '../../kept.ts'
import { useAction } from '../../parts/action.ts'
import { TextField } from '../../parts/Field.tsx'
import { Form } from '../../parts/Form.tsx'
import { Photos } from '../../parts/Photos.tsx'
import { aboutPhoto, usePhotos } from '../../parts/photos.ts'
import { say } from '../../parts/toasts.ts'
import { type Ticket, ticketsChanged } from '../../tickets.ts'
import { useMineWords } from '../../words/mine.ts'
import { comment, gotNoAnswer } from './comment.ts'

/** Says something on a ticket. What is typed outlives a reload. */
export function Comment({ ticket: { id, notes } }: { ticket: Ticket }) {
  const words = useMineWords()
  const [stored] = useState(() => keptTyping(sessionStorage, `comment.${id}`))
  const [content, setContent] = useState(() => stored.get() ?? '')
  const photos = usePhotos()
  // The last note before a try that got no answer.
  const unsureSince = useRef<number>(undefined)
  const write = (text: string) => {
    setContent(text)
    stored.set(text || undefined)
  }
  const send = useAction({
    work: async () => {
      const after = unsureSince.current ?? Math.max(0, ...notes.map((note) => note.id))
      const said = { content: content.trim(), pic: await photos.settle() }
      try {
        await comment(id, said, { unsure: unsureSince.current !== undefined, after })
      } catch (error) {
        if (gotNoAnswer(error)) unsureSince.current = after
        if (error instanceof Error) photos.blame(error)
        throw error
      }
    },
    after: () => {
      unsureSince.current = undefined
      write('')
      photos.clear()
      say(words.sent)
      return ticketsChanged()
    },
    fields: { content: words.comment },
  })
  // A refusal of a photo stands beside it.
  const rest = send.failure && aboutPhoto(send.failure) ? undefined : send.rest
  return (
    <Form of={{ busy: send.busy, rest }} submit={words.send} onSubmit={() => send.run()}>
      <TextField of={send} name="content" value={content} onText={write} placeholder={words.commentAbout} rows={2} />
      <Photos of={photos} />
    </Form>
  )
}
