import { accessories, ticketTypes } from '#contract/codes.ts'
import { textIn } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Choice } from '#web/components/Choice.tsx'
import { Field, fieldsOf, TextField } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useCodeNames, useTeam } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { type VisitorDraft, validKind } from './draft.ts'
import { useIntakeWords } from './words.ts'

interface Typing {
  readonly action: FieldInfo
  readonly draft: VisitorDraft
  readonly change: (draft: VisitorDraft) => void
}

// A browser that remembers entries would show one visitor's to the next.
const forgets = { autoComplete: 'off' } as const

export function DeviceFields({ action, draft, change, model = false }: Typing & { model?: boolean }) {
  const words = useIntakeWords()
  const lang = useLang()
  const kinds = useTeam().data?.kinds ?? []
  const field = fieldsOf(action, draft, change)
  return (
    <>
      <Choice
        legend={words.kind}
        name="kind"
        options={[
          { value: ticketTypes.appliance, label: <Kind icon="plug" text={words.appliance} /> },
          { value: ticketTypes.computer, label: <Kind icon="laptop" text={words.computer} /> },
          ...kinds.map(({ id, name }) => ({ value: id, label: <Kind icon="wrench" text={textIn(name, lang)} /> })),
        ]}
        chosen={[validKind(draft, kinds)]}
        onChange={([kind = 0]) => change({ ...draft, kind })}
      />
      <Field {...field('device')} {...forgets} placeholder={words.deviceHint} maxLength={limits.device} />
      {model && <Field {...field('deviceModel')} {...forgets} maxLength={limits.device} />}
      <TextField {...field('description')} rows={2} placeholder={words.descriptionHint} maxLength={limits.text} />
    </>
  )
}

export function AccessoryFields({ draft, change }: Typing) {
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

export function VisitorContactFields({ action, draft, change }: Typing) {
  const field = fieldsOf(action, draft, change)
  return (
    <>
      <Field {...field('owner')} {...forgets} maxLength={limits.name} />
      <Field {...field('phone')} {...forgets} inputMode="tel" maxLength={limits.phone} />
      <Field {...field('mail')} {...forgets} inputMode="email" maxLength={limits.mail} />
    </>
  )
}

function Kind({ icon, text }: { icon: 'plug' | 'laptop' | 'wrench'; text: string }) {
  return (
    <>
      <Icon name={icon} size={24} />
      {text}
    </>
  )
}
