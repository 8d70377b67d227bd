import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import { useLang } from '#web/lib/language.ts'
import { ExportTable } from './ExportTable.tsx'
import { ImportTable } from './ImportTable.tsx'
import { isAnnounced } from './plan-part.ts'

interface Props {
  day: PlannedDay
  what: 'bookings' | 'helpers'
  /** More buttons, in front. */
  children?: ReactNode
}

/** Downloads the bookings or the helpers of a day, and imports more of them. */
export function DayTables({ day, what, children }: Props) {
  const lang = useLang()
  const buttons = (
    <>
      {children}
      <ExportTable day={day} what={what} />
    </>
  )
  // The sentences of a check have one language, so another one begins again.
  if (isAnnounced(day)) return <ImportTable key={lang} id={day.id} what={what} beside={buttons} />
  return <Group gap="xs">{buttons}</Group>
}
