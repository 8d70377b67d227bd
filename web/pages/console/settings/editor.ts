import { useState } from 'react'
import type { FieldInfo } from '#web/components/action.ts'
import { fieldsOf, type NamesOf } from '#web/components/Form.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { useTimetableFields } from '#web/components/timetable/Timetable.tsx'
import type { VersionedForm } from '#web/components/versioned-form.ts'
import { type SettingsDraft, settingsDraftOf, settingsOf } from './draft.ts'
import { useSettingSections } from './sections.ts'

/** The one form of a page of settings, which every section of the page edits. */
export interface SettingsEditor {
  /** The stored settings. */
  readonly known: KnownSettings
  readonly draft: SettingsDraft
  readonly form: VersionedForm
  set(changed: Partial<SettingsDraft>): void
  discard(): void
}

const withoutVersion = ({ version: _, ...settings }: KnownSettings) => settings

export function useSettingsEditor(known: KnownSettings): SettingsEditor {
  const [draft, setDraft] = useState(() => settingsDraftOf(withoutVersion(known)))
  const sections = Object.values(useSettingSections())
  const labels = Object.fromEntries(sections.flatMap(({ fields }) => Object.entries(fields)))
  const form = useSettingsForm(known, settingsOf(draft), (settings) => setDraft(settingsDraftOf(settings)), {
    ...labels,
    ...useTimetableFields(draft.timetable),
  })
  return {
    known,
    draft,
    form,
    set: (changed) => setDraft((before) => ({ ...before, ...changed })),
    discard: () => {
      setDraft(settingsDraftOf(withoutVersion(known)))
      form.reset()
    },
  }
}

/** Props that bind fields to some values. The service calls the fields `prefix + name`. */
export function fieldsIn<V extends object>(
  form: FieldInfo,
  values: V,
  set: (changed: Partial<V>) => void,
  prefix = '',
) {
  const field = fieldsOf(form, values, set)
  const change = <T>(name: keyof V & string) => {
    return (value: T) => set({ [name]: value } as unknown as Partial<V>) // as the name's type says
  }
  const labelled = <Name extends keyof V & string>(name: Name) => ({
    name: prefix + name,
    label: form.label(prefix + name),
    onChange: change<V[Name]>(name),
  })
  return {
    text: (name: NamesOf<V, string>) => field(name, prefix + name),
    number: (name: NamesOf<V, number>) => ({
      action: form,
      name: prefix + name,
      value: Number(values[name]),
      onNumber: change<number>(name),
    }),
    flag: (name: NamesOf<V, boolean>) => ({ ...labelled(name), checked: values[name] === true }),
    choice: <Name extends NamesOf<V, string | number>>(name: Name) => ({
      ...labelled(name),
      error: form.errorOf(prefix + name),
      value: values[name],
    }),
  }
}

type GroupName = {
  [Name in keyof SettingsDraft]: SettingsDraft[Name] extends object ? Name : never
}[keyof SettingsDraft]

/** The same for one setting with several values, whose fields are called `rates.callsPerMinute` and so on. */
export function fieldsOfSetting<Name extends GroupName>({ form, draft, set }: SettingsEditor, name: Name) {
  const change = (changed: Partial<SettingsDraft[Name]>) => set({ [name]: { ...draft[name], ...changed } })
  return fieldsIn<SettingsDraft[Name]>(form, draft[name], change, `${name}.`)
}

export const fieldsOfSettings = ({ form, draft, set }: SettingsEditor) => fieldsIn(form, draft, set)
