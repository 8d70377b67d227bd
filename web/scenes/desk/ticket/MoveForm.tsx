import { Switch } from '@mantine/core'
import { useState } from 'react'
import { noteTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { useAction } from '#web/parts/action.ts'
import { TextField } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { useOnce } from '#web/parts/once.ts'
import { useDeskTicketWords } from './words.ts'

/** A new status, with a word about it. */
export function MoveForm({ id, to, onDone }: { id: number; to: number; onDone: () => void }) {
  const words = useDeskTicketWords()
  const codeName = useCodeNames()
  const [content, setContent] = useState('')
  const [inside, setInside] = useState(false)
  const update = useOnce(api.tickets.update)
  const move = useAction({
    // Without a word there is no note.
    work: () =>
      update({ id, status: to, content: content.trim(), type: inside ? noteTypes.internal : noteTypes.comment }),
    after: onDone,
    always: () => invalidate('tickets'),
    fields: { content: words.note },
  })
  return (
    <div style={{ marginTop: 12 }}>
      <Form
        of={move}
        submit={words.move(codeName('status', to))}
        onSubmit={() => move.run()}
        changed={content.trim() !== ''}
      >
        <TextField
          of={move}
          name="content"
          value={content}
          onText={setContent}
          rows={2}
          maxLength={limits.text}
          {...(inside ? {} : { about: words.noteAbout })}
        />
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
