import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { FailedPage } from '#web/components/Page.tsx'
import { useDeskTicketWords } from './words.ts'

export function TicketMissing(props: { title: string; query: { readonly error: Error | null; refetch(): unknown } }) {
  const { toList } = useDeskTicketWords()
  return <FailedPage {...props} back={<LinkButton href={pages.desk}>{toList}</LinkButton>} />
}
