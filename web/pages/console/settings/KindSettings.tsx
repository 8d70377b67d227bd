import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { ticketTypes } from '#contract/codes.ts'
import { langs } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { SelectField } from '#web/components/SelectField.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { LanguageFields, RemovableRows, SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

/** Ids are never reused, so old tickets form their kind. */
export function KindSettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  const codeName = useCodeNames()
  const [kinds, setKinds] = useState(known.kinds)
  const form = useSettingsForm(known, { kinds }, (settings) => setKinds(settings.kinds), {
    'kinds[].name': words.kind,
    ...Object.fromEntries(langs.map((lang) => [`kinds[].name.${lang}`, words.kindName[lang]])),
  })
  const add = () => {
    const id = Math.max(1, ...known.kinds.map((kind) => kind.id), ...kinds.map((kind) => kind.id)) + 1
    setKinds([...kinds, { id, name: { zh_CN: '', en_US: '' }, type: ticketTypes.appliance }])
  }
  return (
    <SettingsCard id="kinds" title={words.kinds} about={words.kindsAbout} form={form}>
      {kinds.length === 0 && <Text c="dimmed">{words.noKinds}</Text>}
      <RemovableRows
        title={words.kind}
        action={form}
        at={(i) => `kinds[${i}].name`}
        rows={kinds}
        keyOf={({ id }) => id}
        change={setKinds}
      >
        {(kind, at, set) => (
          <>
            <LanguageFields
              form={form}
              name={at}
              texts={kind.name}
              change={(name) => set({ ...kind, name })}
              maxLength={limits.name}
            />
            <SelectField
              label={words.countsAs}
              value={kind.type}
              data={Object.values(ticketTypes).map((type) => ({ value: type, label: codeName('type', type) }))}
              onChange={(type) => set({ ...kind, type })}
            />
          </>
        )}
      </RemovableRows>
      <div>
        <Button variant="light" onClick={add} disabled={kinds.length >= 20}>
          {words.addKind}
        </Button>
      </div>
    </SettingsCard>
  )
}
