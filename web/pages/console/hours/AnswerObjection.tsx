import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useConsoleHourWords } from './words.ts'

export function AnswerObjection({ id, done }: { id: number; done: () => void }) {
  const words = useConsoleHourWords()
  const [values, setValues] = useState({ reason: '' })
  const answer = useAction({
    work: () => api.hours.answer({ id, reason: values.reason.trim() }),
    toast: words.answered,
    onSuccess: () => {
      done()
      return invalidate('hours')
    },
    fields: { reason: words.whyLeave },
  })
  return (
    <Stack gap="sm">
      <Text variant="secondary">{words.leaveAbout}</Text>
      <Form action={answer} submit={words.leaveIt} onSubmit={() => answer.submit()} changed={values.reason !== ''}>
        <Field
          {...fieldsOf(answer, values, setValues)('reason')}
          maxLength={limits.search}
          autoComplete="off"
          autoFocus
        />
      </Form>
    </Stack>
  )
}
