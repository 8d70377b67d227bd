import { type ReactNode, useState } from 'react'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { api, invalidate } from '#web/data/api.ts'
import { storedDraft } from '#web/lib/stored-text.ts'
import { useAction } from './action.ts'
import { Form, TextField } from './Form.tsx'
import { Photos } from './Photos.tsx'
import { isPhotoRefusal, usePhotos } from './photo-list.ts'
import { useTicketWords } from './ticket-words.ts'
import { showToast } from './toast-list.ts'

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
  const [stored] = useState(() => (keep ? storedDraft(sessionStorage, `comment.${id}`) : undefined))
  const [content, setContent] = useState(() => stored?.get() ?? '')
  const photos = usePhotos()
  const comment = useIdempotentCall(api.tickets.addnote)
  const write = (text: string) => {
    setContent(text)
    stored?.set(text || undefined)
  }
  const send = useAction({
    work: () =>
      photos.sendWith((pic) => comment({ id, content: content.trim(), pic, ...(type === undefined ? {} : { type }) })),
    onSuccess: () => {
      write('')
      photos.clear()
      showToast(words.sent)
    },
    onSettled: () => invalidate('tickets'),
    fields: { content: label },
  })
  // `Photos` shows a refusal of a photo.
  const rest = send.failure && isPhotoRefusal(send.failure) ? undefined : send.formError
  return (
    <Form
      action={{ busy: send.busy, formError: rest }}
      submit={submit ?? words.send}
      onSubmit={() => send.submit()}
      changed={photos.photos.length > 0 || (!keep && content.trim() !== '')}
    >
      {children}
      <TextField action={send} name="content" value={content} onText={write} {...field} />
      <Photos of={photos} />
    </Form>
  )
}
