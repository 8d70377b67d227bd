import type { ReactNode } from 'react'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useAction } from './action.ts'
import { useDraftText } from './draft-text.ts'
import { Form, TextField } from './Form.tsx'
import { Photos } from './Photos.tsx'
import { errorBesidePhotos, usePhotos } from './photo-list.ts'
import { useTicketWords } from './ticket-words.ts'

interface Props {
  id: number
  label: string
  type?: number
  /** Keeps the text when the user leaves the page; photos are not kept. */
  keep?: boolean
  submit?: string
  placeholder?: string
  rows?: number
  maxLength?: number
  children?: ReactNode
}

export function CommentForm({ id, label, type, keep = false, submit, children, ...field }: Props) {
  const words = useTicketWords()
  const [content, write] = useDraftText(`comment.${id}`, keep)
  const photos = usePhotos()
  const comment = useIdempotentCall(api.tickets.addnote)
  const send = useAction({
    work: () =>
      photos.sendWith((pic) => comment({ id, content: content.trim(), pic, ...(type === undefined ? {} : { type }) })),
    toast: words.sent,
    onSuccess: () => {
      write('')
      photos.clear()
    },
    onSettled: () => invalidate('tickets'),
    fields: { content: label },
  })
  return (
    <Form
      action={{ busy: send.busy, formError: errorBesidePhotos(send) }}
      submit={submit ?? words.send}
      onSubmit={() => send.submit()}
      changed={photos.photos.length > 0 || (!keep && content.trim() !== '')}
    >
      {children}
      <TextField action={send} name="content" value={content} onText={write} {...field} />
      <Photos of={photos} low />
    </Form>
  )
}
