import { useState } from 'react'
import { api } from '../../api.ts'
import { keptTyping } from '../../kept.ts'
import { useAction } from '../../parts/action.ts'
import { TextField } from '../../parts/Field.tsx'
import { Form } from '../../parts/Form.tsx'
import { useOnce } from '../../parts/once.ts'
import { Photos } from '../../parts/Photos.tsx'
import { aboutPhoto, usePhotos } from '../../parts/photos.ts'
import { say } from '../../parts/toasts.ts'
import { type Ticket, ticketsChanged } from '../../tickets.ts'
import { useMineWords } from '../../words/mine.ts'

/** Says something on a ticket. What is typed outlives leaving the page; photos do not. */
export function Comment({ ticket }: { ticket: Ticket }) {
  const words = useMineWords()
  const [stored] = useState(() => keptTyping(sessionStorage, `comment.${ticket.id}`))
  const [content, setContent] = useState(() => stored.get() ?? '')
  const photos = usePhotos()
  const comment = useOnce(api.tickets.addnote)
  const write = (text: string) => {
    setContent(text)
    stored.set(text || undefined)
  }
  const send = useAction({
    work: async () => {
      const said = { id: ticket.id, content: content.trim(), pic: await photos.settle() }
      try {
        await comment(said)
      } catch (error) {
        if (error instanceof Error) photos.blame(error)
        throw error
      }
    },
    after: () => {
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
    <Form
      of={{ busy: send.busy, rest }}
      submit={words.send}
      onSubmit={() => send.run()}
      changed={photos.photos.length > 0}
    >
      <TextField of={send} name="content" value={content} onText={write} placeholder={words.commentAbout} rows={2} />
      <Photos of={photos} />
    </Form>
  )
}
