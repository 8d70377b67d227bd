import { Select } from '@mantine/core'
import type { Fielded } from './action.ts'

/** The time zones this browser knows; the team's own is among them in any case. */
export function ZoneSelect({
  of,
  value,
  onZone,
  about,
}: {
  of: Fielded
  value: string
  onZone: (zone: string) => void
  about?: string
}) {
  const zones = [...new Set([value, ...Intl.supportedValuesOf('timeZone')])].filter((zone) => zone !== '')
  return (
    <Select
      label={of.label('timeZone')}
      description={about}
      error={of.at('timeZone')}
      value={value}
      data={zones}
      searchable
      limit={60}
      allowDeselect={false}
      onChange={(zone) => zone && onZone(zone)}
    />
  )
}
