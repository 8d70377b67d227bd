import { Switch } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { keptTyping } from '#web/lib/kept.ts'
import { useAction } from '#web/parts/action.ts'
import { TextField } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { useOnce } from '#web/parts/once.ts'
import { Photos } from '#web/parts/Photos.tsx'
import { aboutPhoto, usePhotos } from '#web/parts/photo-list.ts'
import { useDeskTicketWords } from './words.ts'

/** A new status, with a word and photos about it. */
export function MoveForm({ id, to, onDone }: { id: number; to: number; onDone: () => void }) {
  const words = useDeskTicketWords()
  const codeName = useCodeNames()
  // A colleague who is faster may take the choice of a status away, and this form with it.
  const [stored] = useState(() => keptTyping(sessionStorage, `move.${id}`))
  const [content, setContent] = useState(() => stored.get() ?? '')
  const [inside, setInside] = useState(false)
  const photos = usePhotos()
  const update = useOnce(api.tickets.update)
  const write = (text: string) => {
    setContent(text)
    stored.set(text || undefined)
  }
  const move = useAction({
    work: async () => {
      const pic = inside ? [] : await photos.uploadAll()
      // Without a word or a photo there is no note.
      return update({ id, status: to, content: content.trim(), pic, internal: inside }).catch((error: Error) => {
        photos.blame(error)
        throw error
      })
    },
    after: () => {
      write('')
      onDone()
    },
    always: () => invalidate('tickets'),
    fields: { content: words.note },
  })
  // A refusal of a photo stands beside it.
  const rest = move.failure && aboutPhoto(move.failure) ? undefined : move.rest
  return (
    <div style={{ marginTop: 12 }}>
      <Form
        of={{ busy: move.busy, rest }}
        submit={words.move(codeName('status', to))}
        onSubmit={() => move.run()}
        changed={content.trim() !== '' || photos.photos.length > 0}
      >
        <TextField
          of={move}
          name="content"
          value={content}
          onText={write}
          rows={2}
          maxLength={limits.text}
          {...(inside ? {} : { about: words.noteAbout })}
        />
        {!inside && <Photos of={photos} />}
        {content.trim() && (
          <Switch
            label={words.noteInside}
            checked={inside}
            onChange={(event) => setInside(event.currentTarget.checked)}
          />
        )}
      </Form>
    </div>
  )
}
