import { Button, Group, Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { Empty } from '#web/components/Empty.tsx'
import { Failed } from '#web/components/Failed.tsx'
import { MySigning } from '#web/components/hours/MySigning.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Needs } from '#web/components/Needs.tsx'
import { Page } from '#web/components/Page.tsx'
import { Waiting } from '#web/components/Waiting.tsx'
import { queries } from '#web/data/queries.ts'
import { useSignShiftWords } from './words.ts'

/** Where the code on the board leads. It comes behind the `#` of the address, and waits here while somebody logs in. */
export function SignShift() {
  return (
    <Needs who="member">
      <Signing />
    </Needs>
  )
}

function Signing() {
  const words = useSignShiftWords()
  const { off, offAbout } = useHourWords()
  const now = useQuery(queries.here.now())
  if (now.isPending) return <Waiting />
  return (
    <Page title={words.title}>
      {now.isError && <Failed error={now.error} retry={now.refetch} />}
      {now.data && !now.data.on && (
        <Empty icon="clock" about={offAbout}>
          {off}
        </Empty>
      )}
      {now.data?.on && (
        <Paper withBorder p="md">
          <MySigning now={now.data} />
        </Paper>
      )}
      <Group>
        <Button component={Link} href={`${pages.desk}/hours`} variant="default">
          {words.hours}
        </Button>
        {now.data?.on && (
          <Button component={Link} href={`${pages.desk}/here`} variant="default">
            {words.here}
          </Button>
        )}
      </Group>
    </Page>
  )
}
