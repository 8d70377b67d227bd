import { Group, Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { MySigning } from '#web/components/hours/MySigning.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { forRole } from '#web/components/RequireRole.tsx'
import { queries } from '#web/data/queries.ts'
import { useSignShiftWords } from './words.ts'

/** The target of the board's code. The code is in the `#` part and is kept while the member logs in. */
export const SignShift = forRole('member', Signing)

function Signing() {
  const words = useSignShiftWords()
  const { off, offAbout } = useHourWords()
  const now = useQuery(queries.here.now())
  if (now.isPending) return <Loading />
  return (
    <Page title={words.title}>
      {now.isError && <LoadError error={now.error} retry={now.refetch} />}
      {now.data && !now.data.on && <EmptyState title={off} icon="clock" about={offAbout} />}
      {now.data?.on && (
        <Paper withBorder p="md">
          <MySigning now={now.data} />
        </Paper>
      )}
      <Group>
        <LinkButton href={`${pages.desk}/hours`}>{words.hours}</LinkButton>
        {now.data?.on && <LinkButton href={`${pages.desk}/here`}>{words.here}</LinkButton>}
      </Group>
    </Page>
  )
}
