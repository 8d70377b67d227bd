import { ScrollArea, Table, Text, VisuallyHidden } from '@mantine/core'
import { Card } from '#web/components/Card.tsx'
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
  return (
    <Card title={words.days} about={words.daysAbout}>
      <ScrollArea.Autosize
        mah={640}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': words.days }}
      >
        <Table className={css['days'] ?? ''} horizontalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.heads.day}</Table.Th>
              {counted.map((count) => (
                <Table.Th key={count} scope="col">
                  {words.heads[count]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.map((one, i) => (
              <Table.Tr key={`${one.date} ${one.channel}`}>
                <Table.Th scope="row" fw={400}>
                  <Day named={list[i - 1]?.date !== one.date}>{dayName(one.date, lang, clock)}</Day>
                  <Text variant="secondary">{words.channels[one.channel]}</Text>
                </Table.Th>
                {counted.map((count) => (
                  <Table.Td key={count} data-none={one[count] === 0} data-bad={count === 'failed' && one[count] > 0}>
                    {one[count]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
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
