import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { durationFlaw, typedMinutes } from './typed-duration.ts'
import { useMyHoursWords } from './words.ts'

const nothing = { hours: '', minutes: '', what: '', with: '' }

export function EnterWork({ onDone }: { onDone: () => void }) {
  const words = useMyHoursWords()
  const today = useClock().slice(0, 10)
  const [chosen, setChosen] = useState('')
  // The clock may load after the page.
  const day = chosen || today
  const [flaw, setFlaw] = useState<ReturnType<typeof durationFlaw>>()
  const [values, setValues] = useState(nothing)
  const add = useAction({
    work: () =>
      api.hours.add({
        date: day,
        minutes: typedMinutes(values.hours, values.minutes),
        what: values.what.trim(),
        with: values.with.trim(),
      }),
    toast: words.added,
    onSuccess: onDone,
    onSettled: () => invalidate('hours'),
    fields: { date: words.date, hours: words.hours, minutes: words.minutes, what: words.what, with: words.with },
  })
  const of = {
    label: add.label,
    errorOf: (name: string) => (flaw?.field === name ? words.flaws[flaw.flaw] : flaw ? undefined : add.errorOf(name)),
  }
  const field = fieldsOf(of, values, setValues)
  const submit = () => {
    const wrong = durationFlaw(values.hours, values.minutes)
    setFlaw(wrong)
    if (!wrong) add.submit()
  }
  return (
    <Card title={words.enter} about={words.enterAbout}>
      <Form
        action={add}
        submit={words.add}
        onSubmit={submit}
        changed={Object.values(values).some((text) => text.trim() !== '')}
        onBack={onDone}
      >
        <Field {...field('what')} maxLength={limits.search} autoFocus />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <Field action={of} name="date" type="date" value={day} onText={setChosen} />
          <Field {...field('hours')} inputMode="decimal" autoComplete="off" />
          <Field {...field('minutes')} inputMode="numeric" autoComplete="off" />
        </SimpleGrid>
        <Field {...field('with')} maxLength={limits.search} />
      </Form>
    </Card>
  )
}
