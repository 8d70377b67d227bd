import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { noteTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { Ticket } from '#web/data/queries.ts'
import { useAction } from '#web/parts/action.ts'
import { TextField } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { useOnce } from '#web/parts/once.ts'
import { Photos } from '#web/parts/Photos.tsx'
import { usePhotos } from '#web/parts/photo-list.ts'
import { say } from '#web/parts/toast-list.ts'
import { useDeskTicketWords } from './words.ts'

type Audience = 'comment' | 'internal'

/** A comment with photos that the owner sees, or a note that only members see. */
export function Compose({ ticket }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const [audience, setAudience] = useState<Audience>('comment')
  const [content, setContent] = useState('')
  const photos = usePhotos()
  const comment = useOnce(api.tickets.addnote)
  const internal = audience === 'internal'
  const send = useAction({
    work: () =>
      comment({
        id: ticket.id,
        content: content.trim(),
        pic: internal ? [] : [...photos.urls],
        type: noteTypes[audience],
      }).catch((error: Error) => {
        photos.blame(error)
        throw error
      }),
    after: () => {
      say(words.sent)
      setContent('')
      if (!internal) photos.clear()
    },
    always: () => invalidate('tickets'),
    fields: { content: words.content },
  })
  return (
    <Form
      of={{ ...send, busy: send.busy || photos.busy }}
      submit={words.send}
      onSubmit={() => send.run()}
      changed={content.trim() !== '' || photos.photos.length > 0}
    >
      <SegmentedControl<Audience>
        aria-label={words.audience}
        value={audience}
        onChange={setAudience}
        data={[
          { value: 'comment', label: words.comment },
          { value: 'internal', label: words.internal },
        ]}
      />
      <TextField of={send} name="content" value={content} onText={setContent} maxLength={limits.text} />
      {internal ? (
        <Text size="sm" c="dimmed">
          {words.internalAbout}
        </Text>
      ) : (
        <Photos of={photos} />
      )}
    </Form>
  )
}
