import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { queries } from '#web/data/queries.ts'
import { DutySummary } from '#web/pages/console/duty/DutySummary.tsx'
import { useConsoleWords } from '#web/pages/console/words.ts'

export function DutyNow() {
  const { overview: words } = useConsoleWords()
  const duty = useQuery(queries.duty.preview())
  return (
    <Card title={words.duty}>
      {duty.isError && <LoadError error={duty.error} retry={duty.refetch} />}
      {duty.isPending && <Loading />}
      {duty.data && <DutySummary duty={duty.data.now} />}
      <Group>
        <LinkButton href={`${pages.console}/duty`}>{words.changeDuty}</LinkButton>
      </Group>
    </Card>
  )
}
