import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import { type HelperDuty, helperDuties } from '#contract/repair-days/day-states.ts'
import type { DayHelpers } from '#contract/repair-days/helper-fields.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Form } from '#web/components/Form.tsx'
import { useKindName } from '#web/components/repair-days/DayFacts.tsx'
import { useMemberDayWords } from '#web/components/repair-days/member-words.ts'
import { SelectField } from '#web/components/SelectField.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { LanguageFields, RemovableRows } from '#web/pages/console/settings/fields.tsx'
import { usePlanWords } from './words.ts'

interface RoleDraft {
  readonly key: number
  readonly id?: number
  readonly name: Record<'zh_CN' | 'en_US', string>
  readonly duty: HelperDuty
  /** -1 for all kinds. */
  readonly kind: number
  readonly places: string
}

const allKinds = -1
const unnamed = { zh_CN: '', en_US: '' }

/** The roles of a day without any: mending by kind, desk and host. */
const usualRoles = (kinds: readonly number[]): RoleDraft[] =>
  [
    ...kinds.map((kind) => ({ duty: 'mend' as const, kind, places: '3' })),
    { duty: 'desk' as const, kind: allKinds, places: '2' },
    { duty: 'host' as const, kind: allKinds, places: '1' },
  ].map((role, i) => ({ ...role, key: -1 - i, name: unnamed }))

interface Props {
  day: PlannedDay
  roles: DayHelpers['roles']
  done: () => void
  closable: boolean
}

export function RoleForm({ day, roles, done, closable }: Props) {
  const words = usePlanWords()
  const { duties } = useMemberDayWords()
  const { save: label, saved } = useWords()
  const kindName = useKindName()
  const [draft, setDraft] = useState<readonly RoleDraft[]>(() =>
    roles.length === 0
      ? usualRoles(day.kinds)
      : roles.map(({ id, name, duty, kind, places }) => ({
          ...{ id, key: id, name, duty, kind: kind ?? allKinds },
          places: String(places),
        })),
  )
  const save = useAction({
    work: () =>
      api.helpers.setRoles({
        id: day.id,
        version: day.version,
        roles: draft.map(({ id, name, duty, kind, places }) => ({
          ...(id === undefined ? {} : { id }),
          ...{ name, duty },
          kind: duty === 'mend' && kind !== allKinds ? kind : null,
          places: wholeNumber(places),
        })),
      }),
    toast: saved,
    onSuccess: async () => {
      await invalidate('repairDays')
      done()
    },
    fields: { roles: words.roles },
  })
  const labelled = { ...save, label: (name: string) => (name.endsWith('zh_CN') ? words.name_zh : words.name_en) }
  const add = () =>
    setDraft([
      ...draft,
      { key: Math.min(0, ...draft.map(({ key }) => key)) - 1, name: unnamed, duty: 'own', kind: allKinds, places: '1' },
    ])
  return (
    <Card title={words.roles} about={words.rolesAbout}>
      <Form action={save} submit={label} onSubmit={() => save.submit()} {...(closable && { onBack: done })}>
        <RemovableRows<RoleDraft>
          title={words.role}
          action={save}
          at={(i) => `roles[${i}]`}
          rows={draft}
          keyOf={({ key }) => key}
          change={setDraft}
        >
          {(role, at, put) => (
            <>
              <SelectField
                label={words.duty}
                value={role.duty}
                data={helperDuties.map((value) => ({ value, label: duties[value] }))}
                onChange={(duty) => put({ ...role, duty })}
              />
              {role.duty === 'mend' && (
                <SelectField
                  label={words.kind}
                  value={role.kind}
                  data={[allKinds, ...day.kinds].map((value) => ({
                    value,
                    label: value === allKinds ? words.allKinds : kindName(value),
                  }))}
                  onChange={(kind) => put({ ...role, kind })}
                />
              )}
              <TextInput
                label={words.rolePlaces}
                value={role.places}
                inputMode="numeric"
                autoComplete="off"
                error={save.errorOf(`${at}.places`)}
                onChange={({ currentTarget }) => put({ ...role, places: currentTarget.value })}
              />
              <LanguageFields
                form={labelled}
                name={`${at}.name`}
                texts={role.name}
                change={(name) => put({ ...role, name })}
              />
            </>
          )}
        </RemovableRows>
        <div>
          <Button variant="default" onClick={add} disabled={draft.length >= 30}>
            {words.addRole}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
