import { useState } from 'react'
import { api, invalidate } from '#web/data/api.ts'
import type { Ticket } from '#web/data/queries.ts'
import { keptTyping } from '#web/lib/kept.ts'
import { useAction } from '#web/parts/action.ts'
import { TextField } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { useOnce } from '#web/parts/once.ts'
import { Photos } from '#web/parts/Photos.tsx'
import { aboutPhoto, usePhotos } from '#web/parts/photo-list.ts'
import { say } from '#web/parts/toast-list.ts'
import { useMineWords } from './words.ts'

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
      return invalidate('tickets')
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
