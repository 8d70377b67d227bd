import { Button, Paper, Stack } from '@mantine/core'
import { ticketTypes } from '#contract/codes.ts'
import { Choice } from '#web/components/Choice.tsx'
import { useKindNames, useTeam } from '#web/data/hooks.ts'
import type { Visit } from '#web/data/queries.ts'
import { useStore } from '#web/lib/store.ts'
import { mendedKinds, waitingFor } from './mends.ts'
import type { QueueActions } from './queue-actions.ts'
import { useVisitWords } from './words.ts'

export function CallNext({ list, of }: { list: readonly Visit[]; of: QueueActions }) {
  const words = useVisitWords()
  const kindName = useKindNames()
  const own = useTeam().data?.kinds ?? []
  const kinds = [...Object.values(ticketTypes), ...own.map(({ id }) => id)]
  // Ignore kinds that the team no longer mends.
  const chosen = useStore(mendedKinds).filter((kind) => kinds.includes(kind))
  const count = waitingFor(list, chosen).length
  return (
    <Paper withBorder p="md">
      <Stack>
        <Button size="lg" fullWidth loading={of.busy} disabled={count === 0} onClick={() => of.callNext(chosen)}>
          {count === 0 ? words.next : words.nextOf(count)}
        </Button>
        <Choice
          legend={words.mends}
          about={words.mendsAbout}
          name="mends"
          many
          options={kinds.map((kind) => ({ value: kind, label: kindName({ type: kind, kind }) }))}
          chosen={chosen}
          onChange={mendedKinds.choose}
        />
      </Stack>
    </Paper>
  )
}
