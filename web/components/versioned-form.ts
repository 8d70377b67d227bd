import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { changesIn, conflicts, merged } from '#web/data/merge.ts'
import { type Action, type ActionOptions, useAction } from './action.ts'
import { showToast } from './toast-list.ts'
import { useWords } from './words.ts'

/** Values with the version in which they were read. */
export interface VersionedValues<W> {
  readonly version: number
  readonly values: W
}

export interface VersionedForm extends Action<void> {
  /** Leaving would lose something. */
  readonly changed: boolean
}

/**
 * A form over something that others may change meanwhile. What was changed in it is sent, with the version it was read in. Where
 * somebody else was faster with the same, it shows what both have done, says so, and can be saved again.
 */
export function useVersionedForm<W extends object>({
  version,
  wish: input,
  begin: initial = input,
  send,
  newest: fetchNewest,
  show,
  after: onSuccess,
  saved = (sent) => sent,
  fields = {},
  codes = {},
}: {
  /** The version in which the form was opened. */
  version: number
  /** What it would make of it now. */
  wish: W
  /** What was read, where the form proposes something else. */
  begin?: W
  send: (changed: Partial<W>, version: number) => Promise<{ readonly version: number }>
  newest: () => Promise<VersionedValues<W>>
  /** Puts other values into the fields. */
  show: (values: W) => void
  after?: () => unknown
  /** What the form holds once this was saved. */
  saved?: (sent: W) => W
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
    onSuccess: (answer, typed) => {
      setRead({ version: answer.version, values: saved(typed) })
      showToast(words.saved)
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
