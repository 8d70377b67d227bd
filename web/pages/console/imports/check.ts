import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { api } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { type ImportForm, optionFieldsOf } from './import-options.ts'

/** Holds the content at the time of choosing: what was checked is imported, even if the file changes on the disk. */
export interface ChosenFile {
  readonly id: number
  readonly name: string
  readonly bytes: Blob
}

export type ImportResult = Awaited<ReturnType<typeof api.imports.run>>

export function useImportCheck({ id, bytes }: ChosenFile, options: ImportForm) {
  const lang = useLang()
  const form = optionFieldsOf(options)
  const [sent, setSent] = useState(0)
  const check = useQuery({
    ...queries.import.check({ id, bytes }, form, lang, setSent),
    placeholderData: keepPreviousData,
  })
  // Keep the last view while a change is refused, so that it can be changed again.
  const [view, setView] = useState(check.data)
  if (check.data && check.data !== view) setView(check.data)
  return { view, sent, busy: check.isFetching, error: check.error, again: check.refetch }
}
