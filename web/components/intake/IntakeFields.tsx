import { accessories } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Choice } from '#web/components/Choice.tsx'
import { Field, fieldsOf, TextField } from '#web/components/Form.tsx'
import { KindChoice } from '#web/components/KindChoice.tsx'
import { useCodeNames } from '#web/data/hooks.ts'
import type { VisitorDraft } from './draft.ts'
import { useIntakeWords } from './words.ts'

interface IntakeFieldsProps {
  readonly action: FieldInfo
  readonly draft: VisitorDraft
  readonly change: (draft: VisitorDraft) => void
}

// A browser that remembers entries would show one visitor's to the next.
const forgets = { autoComplete: 'off' } as const

export function DeviceFields({ action, draft, change, model = false }: IntakeFieldsProps & { model?: boolean }) {
  const words = useIntakeWords()
  const field = fieldsOf(action, draft, change)
  return (
    <>
      <KindChoice
        name="kind"
        legend={words.kind}
        words={words}
        chosen={draft.kind}
        onChange={(kind) => change({ ...draft, kind })}
      />
      <Field {...field('device')} {...forgets} placeholder={words.deviceHint} maxLength={limits.device} />
      {model && <Field {...field('deviceModel')} {...forgets} maxLength={limits.device} />}
      <TextField {...field('description')} rows={2} placeholder={words.descriptionHint} maxLength={limits.text} />
    </>
  )
}

export function AccessoryFields({ draft, change }: IntakeFieldsProps) {
  const words = useIntakeWords()
  const name = useCodeNames()
  return (
    <Choice
      many
      legend={words.accessories}
      name="accessories"
      options={Object.values(accessories).map((code) => ({ value: code, label: name('accessory', code) }))}
      chosen={draft.accessories}
      onChange={(chosen) => change({ ...draft, accessories: chosen })}
    />
  )
}

export function VisitorContactFields({ action, draft, change }: IntakeFieldsProps) {
  const field = fieldsOf(action, draft, change)
  return (
    <>
      <Field {...field('owner')} {...forgets} maxLength={limits.name} />
      <Field {...field('phone')} {...forgets} inputMode="tel" maxLength={limits.phone} />
      <Field {...field('mail')} {...forgets} inputMode="email" maxLength={limits.mail} />
    </>
  )
}
