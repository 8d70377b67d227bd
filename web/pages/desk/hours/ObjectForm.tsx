import { Button } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { say } from '#web/components/toast-list.ts'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useMyHoursWords } from './words.ts'

/** What is wrong with a line, in a sentence. */
export function ObjectForm({ id, onDone }: { id: number; onDone: () => void }) {
  const { goBack } = useWords()
  const words = useMyHoursWords()
  const [text, setText] = useState('')
  const object = useAction({
    work: () => api.hours.object({ id, objection: text.trim() }),
    after: () => {
      say(words.sent)
      onDone()
    },
    always: () => invalidate('hours'),
    fields: { objection: words.objectionLabel },
  })
  return (
    <Form
      of={object}
      submit={words.send}
      onSubmit={() => object.run()}
      changed={text.trim() !== ''}
      beside={
        <Button variant="default" onClick={onDone}>
          {goBack}
        </Button>
      }
    >
      <Field
        of={object}
        name="objection"
        value={text}
        onText={setText}
        about={words.objectionAbout}
        maxLength={limits.search}
        autoFocus
      />
    </Form>
  )
}
