import { useQuery } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { api, queries } from './api.ts'
import { type Action, type Doing, useAction } from './parts/action.ts'
import { say } from './parts/toasts.ts'
import { useWords } from './words/shell.ts'

export type { Settings }

export function useSettings() {
  return useQuery({ queryKey: ['settings'], queryFn: () => api.admin.settings() })
}

/** Saves some of the settings; the refusals land at the fields. */
export function useSaveSettings(
  fields: NonNullable<Doing<never, never>['fields']>,
  after?: () => void,
): Action<Partial<Settings>> {
  const { saved } = useWords()
  return useAction({
    work: (changed: Partial<Settings>) => api.admin.updateSettings(changed),
    after: async () => {
      say(saved)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['settings'] }),
        queries.invalidateQueries({ queryKey: ['team'] }),
      ])
      after?.()
    },
    fields,
  })
}

/** What was typed as a whole number; anything else becomes what the service refuses as one. */
export function wholeNumber(text: string): number {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN
}
