import { Select } from '@mantine/core'
import { useLang } from '#web/lib/language.ts'
import type { FieldInfo } from './action.ts'
import { isZoneMeant, zoneLabel, zonesWith } from './zones.ts'

interface Props {
  action: FieldInfo
  value: string
  onZone: (zone: string) => void
  about?: string
}

/** The time zones this browser knows, found by their cities; the team's own is among them in any case. */
export function ZoneSelect({ action, value, onZone, about }: Props) {
  const lang = useLang()
  const zones = zonesWith(value, Intl.supportedValuesOf('timeZone'))
  return (
    <Select
      label={action.label('timeZone')}
      description={about}
      error={action.errorOf('timeZone')}
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
