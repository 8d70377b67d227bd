import { useQuery } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { api, queries } from './api.ts'
import { type Action, type Doing, useAction } from './parts/action.ts'
import { say } from './parts/toasts.ts'
import { useChanges } from './unsaved.ts'
import { useWords } from './words/shell.ts'

export type { Settings }

export function useSettings() {
  return useQuery({ queryKey: ['settings'], queryFn: () => api.admin.settings() })
}

export interface SettingsForm extends Action<void> {
  readonly changed: boolean
}

/** A form for some of the settings. What it would make of them is saved; the refusals land at the fields. */
export function useSettingsForm(
  wish: Partial<Settings>,
  fields: NonNullable<Doing<never, never>['fields']>,
  after?: () => void,
): SettingsForm {
  const { saved } = useWords()
  const changes = useChanges(wish)
  const save = useAction({
    work: (sent: Partial<Settings>) => api.admin.updateSettings(sent),
    after: async (_, sent) => {
      changes.saved(sent)
      say(saved)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['settings'] }),
        queries.invalidateQueries({ queryKey: ['team'] }),
      ])
      after?.()
    },
    fields,
  })
  return { ...save, run: () => save.run(wish), changed: changes.changed }
}

/** What was typed as a whole number; anything else becomes what the service refuses as one. */
export function wholeNumber(text: string): number {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN
}
