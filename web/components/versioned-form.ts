import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { changesIn, conflicts, merged } from '#web/data/merge.ts'
import { type Action, type ActionOptions, useAction } from './action.ts'
import { useWords } from './words.ts'

export interface VersionedValues<W> {
  readonly version: number
  readonly values: W
}

export interface VersionedForm extends Action<void> {
  readonly changed: boolean
}

/** Sends the changed fields with the version read. If another user saved first, it merges both changes and says so. */
export function useVersionedForm<W extends object>({
  version,
  input,
  begin: initial = input,
  send,
  newest: fetchNewest,
  show,
  after: onSuccess,
  saved = (sent) => sent,
  toast = true,
  fields = {},
  codes = {},
}: {
  version: number
  input: W
  /** The stored values, if the form proposes others. */
  begin?: W
  send: (changed: Partial<W>, version: number) => Promise<{ readonly version: number }>
  newest: () => Promise<VersionedValues<W>>
  show: (values: W) => void
  after?: () => unknown
  /** The values of the form after they were saved. */
  saved?: (sent: W) => W
  /** Says that it was saved. A page that leads on to the next says so by itself. */
  toast?: boolean
} & Pick<ActionOptions<never, never>, 'fields' | 'codes'>): VersionedForm {
  const words = useWords()
  const [read, setRead] = useState<VersionedValues<W>>({ version, values: initial })
  const [theirs, setTheirs] = useState<string>()
  const save = useAction({
    work: async (typed: W) => {
      try {
        return await send(changesIn(read.values, typed), read.version)
      } catch (error) {
        if (!isOvertaken(error)) throw error
        const now = await fetchNewest()
        const both = conflicts(read.values, typed, now.values)
        setTheirs(both.map((name) => words.savedNow(fields[name] ?? name, String(now.values[name]))).join(''))
        setRead(now)
        show(merged(read.values, typed, now.values))
        throw error
      }
    },
    ...(toast && { toast: words.saved }),
    onSuccess: (answer, typed) => {
      setRead({ version: answer.version, values: saved(typed) })
      return onSuccess?.()
    },
    fields,
    codes,
  })
  const rest = isOvertaken(save.failure) ? words.overtaken + (theirs ?? '') : save.formError
  return {
    ...save,
    formError: rest,
    submit: () => save.submit(input),
    changed: JSON.stringify(input) !== JSON.stringify(read.values),
  }
}

function isOvertaken(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'settings_changed' || error.code === 'member_changed')
}
