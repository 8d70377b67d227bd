import { Select } from '@mantine/core'
import { useLang } from '#web/lib/language.ts'
import type { Fielded } from './action.ts'
import { isZoneMeant, zoneLabel, zonesWith } from './zones.ts'

/** The time zones this browser knows, found by their cities; the team's own is among them in any case. */
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
  const lang = useLang()
  const zones = zonesWith(value, Intl.supportedValuesOf('timeZone'))
  return (
    <Select
      label={of.label('timeZone')}
      description={about}
      error={of.at('timeZone')}
      value={value}
      data={zones.map((zone) => ({ value: zone, label: zoneLabel(zone, lang) }))}
      searchable
      limit={60}
      filter={({ options, search, limit }) =>
        options
          .filter((one) => 'value' in one && (search === one.label || isZoneMeant(String(one.value), search)))
          .slice(0, limit)
      }
      allowDeselect={false}
      onChange={(zone) => zone && onZone(zone)}
    />
  )
}
