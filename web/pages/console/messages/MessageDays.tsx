import { Text, VisuallyHidden } from '@mantine/core'
import { Card } from '#web/components/Card.tsx'
import { ScrollTable } from '#web/components/figures/ScrollTable.tsx'
import { useClock } from '#web/data/hooks.ts'
import type { MessageDay } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import css from './days.module.css'
import { useHealthWords } from './words.ts'

const counted = ['sent', 'waiting', 'dropped', 'failed'] as const

export function MessageDays({ list }: { list: readonly MessageDay[] }) {
  const words = useHealthWords()
  const lang = useLang()
  const clock = useClock()
  const rows = list.map((one, i) => ({
    key: `${one.date} ${one.channel}`,
    name: (
      <>
        <Day named={list[i - 1]?.date !== one.date}>{dayName(one.date, lang, clock)}</Day>
        <Text variant="secondary">{words.channels[one.channel]}</Text>
      </>
    ),
    cells: counted.map((count) => (
      <span key={count} data-none={one[count] === 0} data-bad={count === 'failed' && one[count] > 0}>
        {one[count]}
      </span>
    )),
  }))
  return (
    <Card title={words.days} about={words.daysAbout}>
      <ScrollTable
        height={640}
        aria-label={words.days}
        className={css['days'] ?? ''}
        horizontalSpacing={4}
        heads={[words.heads.day, ...counted.map((count) => words.heads[count])]}
        rows={rows}
      />
    </Card>
  )
}

/** A day is printed once; screen readers hear it with each of its channels. */
function Day({ named, children }: { named: boolean; children: string }) {
  return named ? (
    <Text size="sm" fw={600}>
      {children}
    </Text>
  ) : (
    <VisuallyHidden>{children} </VisuallyHidden>
  )
}
