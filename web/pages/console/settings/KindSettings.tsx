import { Button, Text } from '@mantine/core'
import { ticketTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { SelectField } from '#web/components/SelectField.tsx'
import type { Settings } from '#web/components/settings-form.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { SettingsEditor } from './editor.ts'
import { LanguageFields, RemovableRows } from './fields.tsx'
import { Section } from './Section.tsx'
import { useSettingsWords } from './words.ts'

/** Ids are never reused, so old tickets form their kind. */
export function KindSettings({ editor: { known, draft, form, set } }: { editor: SettingsEditor }) {
  const words = useSettingsWords()
  const codeName = useCodeNames()
  const { kinds } = draft
  const change = (changed: Settings['kinds']) => set({ kinds: changed })
  const add = () => {
    const id = Math.max(1, ...known.kinds.map((kind) => kind.id), ...kinds.map((kind) => kind.id)) + 1
    change([...kinds, { id, name: { zh_CN: '', en_US: '' }, type: ticketTypes.appliance }])
  }
  return (
    <Section id="kinds">
      {kinds.length === 0 && <Text c="dimmed">{words.noKinds}</Text>}
      <RemovableRows
        title={words.kind}
        action={form}
        at={(i) => `kinds[${i}].name`}
        rows={kinds}
        keyOf={({ id }) => id}
        change={change}
      >
        {(kind, at, put) => (
          <>
            <LanguageFields
              form={form}
              name={at}
              texts={kind.name}
              change={(name) => put({ ...kind, name })}
              maxLength={limits.name}
            />
            <SelectField
              label={words.countsAs}
              value={kind.type}
              data={Object.values(ticketTypes).map((type) => ({ value: type, label: codeName('type', type) }))}
              onChange={(type) => put({ ...kind, type })}
            />
          </>
        )}
      </RemovableRows>
      <div>
        <Button variant="default" onClick={add} disabled={kinds.length >= 20}>
          {words.addKind}
        </Button>
      </div>
    </Section>
  )
}
