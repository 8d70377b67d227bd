import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useMyHoursWords } from './words.ts'

export function ObjectForm({ id, onDone }: { id: number; onDone: () => void }) {
  const words = useMyHoursWords()
  const [text, setText] = useState('')
  const object = useAction({
    work: () => api.hours.object({ id, objection: text.trim() }),
    toast: words.sent,
    onSuccess: onDone,
    onSettled: () => invalidate('hours'),
    fields: { objection: words.objectionLabel },
  })
  return (
    <Form
      action={object}
      submit={words.send}
      onSubmit={() => object.submit()}
      changed={text.trim() !== ''}
      onBack={onDone}
    >
      <Field
        action={object}
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
