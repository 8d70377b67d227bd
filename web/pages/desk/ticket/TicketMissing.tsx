import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Page } from '#web/components/Page.tsx'
import { useDeskTicketWords } from './words.ts'

export function TicketMissing({ title, error, retry }: { title: string; error: Error; retry: () => unknown }) {
  const { toList } = useDeskTicketWords()
  const back = <LinkButton href={pages.desk}>{toList}</LinkButton>
  return (
    <Page title={title}>
      <LoadError error={error} retry={retry} back={back} />
    </Page>
  )
}
