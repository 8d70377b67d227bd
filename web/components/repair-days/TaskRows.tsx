import { Badge, Checkbox, Group, Stack } from '@mantine/core'
import type { DayTask } from '#contract/repair-days/tasks.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { useRowAction } from '#web/components/row-action.ts'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useMemberDayWords } from './member-words.ts'

/** Tasks of a check-list; every member can tick them. `named` shows the repair day of each. */
export function TaskRows({ list, named = false }: { list: readonly DayTask[]; named?: boolean }) {
  const words = useMemberDayWords()
  const tick = useRowAction({
    work: async (task) => {
      await api.dayTasks.done({ task, done: !list.find(({ id }) => id === task)?.done })
      await invalidate('repairDays')
    },
  })
  return (
    <Rows>
      {list.map(({ id, text, due, overdue, done, name, title }) => (
        <Stack key={id} gap={4}>
          <Group justify="space-between" gap="xs">
            <Checkbox
              size="md"
              miw={0}
              flex="1 1 14rem"
              checked={tick.isBusyAt(id) ? !done : done}
              label={text}
              description={
                <>
                  <Lead text={words.due}>
                    <Time at={due} only="date" />
                  </Lead>
                  {name && ` · ${name}`}
                  {named && ` · ${title}`}
                </>
              }
              onChange={() => tick.submit(id)}
            />
            {overdue && (
              <Badge color="red" flex="none">
                {words.overdue}
              </Badge>
            )}
          </Group>
          <ErrorAlert>{tick.errorOf(id)}</ErrorAlert>
        </Stack>
      ))}
    </Rows>
  )
}
