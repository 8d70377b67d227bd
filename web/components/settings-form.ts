import { useQuery } from '@tanstack/react-query'
import type { Settings } from '#contract/team/settings.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { api, invalidate } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import type { ActionOptions } from './action.ts'
import { useVersionedForm, type VersionedForm } from './versioned-form.ts'

export type { Settings }

export const useSettings = () => useQuery(queries.settings.all())

export type KnownSettings = Settings & { readonly version: number }

/** A form for some of the settings. `show` puts other values into it. */
export function useSettingsForm<Name extends keyof Settings>(
  { version }: KnownSettings,
  input: Pick<Settings, Name>,
  show: (settings: Pick<Settings, Name>) => void,
  fields: NonNullable<ActionOptions<never, never>['fields']>,
  after?: () => void,
  /** The stored values, if the form proposes others. */
  begin = input,
): VersionedForm {
  return useVersionedForm<Pick<Settings, Name>>({
    version,
    input,
    begin,
    show,
    fields,
    send: (changed, read) => api.admin.updateSettings({ ...changed, version: read }),
    newest: async () => {
      const known = await api.admin.settings()
      const names = keysOf(input)
      const values = Object.fromEntries(names.map((name) => [name, known[name]])) as unknown as Pick<Settings, Name> // with the same names
      return { version: known.version, values }
    },
    toast: after === undefined,
    after: async () => {
      await invalidate('settings', 'team')
      after?.()
    },
  })
}
