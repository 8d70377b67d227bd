import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { api, invalidate } from '#web/data/api.ts'
import type { HourLine } from '#web/data/queries.ts'
import { timeOfDay } from '#web/lib/time.ts'
import { useMinutes } from './hooks.ts'
import { correctionOf } from './selection.ts'
import { useConsoleHourWords } from './words.ts'

/** A correction is a new line: with times for a shift, with minutes for other work and in a closed period. */
export function CorrectLine({ line, done }: { line: HourLine; done: () => void }) {
  const words = useConsoleHourWords()
  const inWords = useMinutes()
  const { id, closed, inAll } = line
  const { byTimes, minutes: counted } = correctionOf(line)
  const begin = {
    arrival: timeOfDay(line.arrival),
    leaving: timeOfDay(line.leaving),
    minutes: String(counted),
    reason: '',
  }
  const [values, setValues] = useState(begin)
  const { arrival, leaving, minutes, reason } = values
  const correct = useAction({
    work: () =>
      api.hours.correct({
        id,
        ...(byTimes ? { arrival, leaving } : { minutes: wholeNumber(minutes) }),
        reason: reason.trim(),
      }),
    toast: words.savedCorrection,
    onSuccess: () => {
      done()
      return invalidate('hours')
    },
    fields: {
      ...(byTimes
        ? { arrival: words.arrival, leaving: words.leaving }
        : { minutes: closed ? words.rightMinutesClosed : words.rightMinutes }),
      reason: words.whyCorrect,
    },
  })
  const field = fieldsOf(correct, values, setValues)
  return (
    <Stack gap="sm">
      <Text variant="secondary">{closed ? words.correctClosed(inWords(inAll)) : words.correctOpen}</Text>
      <Form
        action={correct}
        submit={words.saveCorrection}
        onSubmit={() => correct.submit()}
        changed={JSON.stringify(values) !== JSON.stringify(begin)}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {byTimes ? (
            <>
              <Field type="time" {...field('arrival')} />
              <Field type="time" {...field('leaving')} about={words.nextDay} />
            </>
          ) : (
            <Field {...field('minutes')} inputMode="numeric" autoComplete="off" />
          )}
        </SimpleGrid>
        <Field {...field('reason')} maxLength={limits.search} autoComplete="off" />
      </Form>
    </Stack>
  )
}

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
