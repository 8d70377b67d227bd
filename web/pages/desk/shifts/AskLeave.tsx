import { useState } from 'react'
import type { DutyShift } from '#client/week.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { TextField } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useColleagues, useMe } from '#web/data/hooks.ts'
import { useShiftWords } from './words.ts'

interface Props {
  shift: DutyShift
  onDone: () => void
}

export function AskLeave({ shift: { date, shift, workers, leaves }, onDone }: Props) {
  const words = useShiftWords()
  const me = useMe().data?.member?.name
  const [reason, setReason] = useState('')
  const [substitute, setSubstitute] = useState('')
  const taken = [me, ...workers, ...leaves.map(({ member }) => member)]
  const free = useColleagues().filter(({ name }) => !taken.includes(name))
  const ask = useAction({
    work: () => api.leaves.ask({ week: date, shift: String(shift), reason: reason.trim(), substitute }),
    toast: words.asked,
    onSuccess: onDone,
    onSettled: () => invalidate('duty'),
    fields: { reason: words.reason, substitute: words.substitute },
    codes: { bad_substitute: 'substitute' },
  })
  return (
    <Form
      action={ask}
      submit={words.ask}
      onSubmit={() => ask.submit()}
      changed={reason.trim() !== '' || substitute !== ''}
      onBack={onDone}
    >
      <SelectField
        label={words.substitute}
        autoFocus
        value={substitute}
        error={ask.errorOf('substitute')}
        onChange={setSubstitute}
        data={[{ value: '', label: words.nobodyYet }, ...free.map(({ name }) => ({ value: name, label: name }))]}
      />
      <TextField action={ask} name="reason" value={reason} onText={setReason} rows={2} maxLength={limits.text} />
    </Form>
  )
}
