import { ActionIcon, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#web/components/Icon.tsx'
import { type Days, daysOfMonth, monthFrom, monthOfDays } from '#web/lib/days.ts'
import { useLang } from '#web/lib/language.ts'
import { monthOf } from '#web/lib/time.ts'
import { useConsoleHourWords } from './words.ts'

/** The list offers this many months. Older ones are chosen by dates. */
const listed = 24

export function DaysChoice({ days, today, change }: { days: Days; today: string; change: (days: Days) => void }) {
  const words = useConsoleHourWords()
  const lang = useLang()
  const month = monthOfDays(days)
  // Dates that form a month stay two fields while they are typed.
  const [typing, setTyping] = useState(!month)
  const own = typing || !month
  const now = today.slice(0, 7)
  const recent = Array.from({ length: listed }, (_, i) => monthFrom(now, -i))
  const months = month && !recent.includes(month) ? [month, ...recent].toSorted().reverse() : recent
  const step = (by: 1 | -1) => month && change(daysOfMonth(monthFrom(month, by)))
  const arrow = (by: 1 | -1, label: string) => (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={label}
      disabled={by === 1 && month === now}
      onClick={() => step(by)}
    >
      <Icon name={by === 1 ? 'forward' : 'back'} />
    </ActionIcon>
  )
  return (
    <Group gap={8}>
      {!own && arrow(-1, words.earlier)}
      <NativeSelect
        aria-label={words.month}
        value={own ? 'own' : month}
        data={[
          ...months.map((value) => ({ value, label: monthOf(`${value}-01`, lang, 'long') })),
          { value: 'own', label: words.ownDays },
        ]}
        onChange={({ currentTarget: { value } }) => {
          setTyping(value === 'own')
          if (value !== 'own') change(daysOfMonth(value))
        }}
      />
      {!own && arrow(1, words.later)}
      {own &&
        (['from', 'until'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            aria-label={words[end]}
            value={days[end]}
            onChange={(event) => change({ ...days, [end]: event.currentTarget.value })}
          />
        ))}
    </Group>
  )
}
