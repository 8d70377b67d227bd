import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { LoadError } from '#web/components/errors.tsx'
import { Page } from '#web/components/Page.tsx'
import { useDeskTicketWords } from './words.ts'

export function TicketMissing({ title, error, retry }: { title: string; error: Error; retry: () => unknown }) {
  const { toList } = useDeskTicketWords()
  const back = (
    <Button component={Link} href={pages.desk} variant="default">
      {toList}
    </Button>
  )
  return (
    <Page title={title}>
      <LoadError error={error} retry={retry} back={back} />
    </Page>
  )
}
