import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { statusMeaning } from '#contract/codes.ts'
import { choicesPage } from '#contract/team/pages.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { BrowserNotifications, canNotifyHere } from '#web/components/messages/BrowserNotifications.tsx'
import { MailAddress } from '#web/components/messages/MailAddress.tsx'
import { hasChannels, hidden, type Notify, reachedBy } from '#web/components/messages/notify.ts'
import { queries, type TicketInfo } from '#web/data/queries.ts'
import { useMineWords } from './words.ts'

/** How the owner is notified, and how to change that. Hidden once nothing is left to wait for. */
export function NotifyOwner({ ticket }: { ticket: TicketInfo }) {
  const isOwner = ticket.moves.some(({ action }) => action === 'contact')
  const waits = isOwner && ['unclaimed', 'in_work'].includes(statusMeaning(ticket.status).phase)
  const notify = useQuery({ ...queries.notify.choices(), enabled: waits })
  if (!waits || !notify.data || !hasChannels(notify.data)) return null
  return (
    <KeepFocus>
      <NotifyChoices notify={notify.data} />
    </KeepFocus>
  )
}

function NotifyChoices({ notify }: { notify: Notify }) {
  const { tell: words } = useMineWords()
  const reached = reachedBy(notify, 'ready')
  if (reached.how === 'not_yet') {
    const { mail, push } = notify
    const here = reached.push && push !== null && canNotifyHere(push)
    if (!reached.mail && !here && !reached.wechat) return null
    return (
      <Card title={words.title} about={words.offer}>
        {reached.mail && mail && <MailAddress mail={mail} />}
        {here && <BrowserNotifications of={push} brief />}
        {reached.wechat && <Text size="sm">{words.inWechat}</Text>}
      </Card>
    )
  }
  const ways =
    reached.how === 'by'
      ? [reached.mail && words.mail(hidden(reached.mail)), reached.push && words.push, reached.wechat && words.wechat]
      : []
  return (
    <Text variant="secondary" style={{ overflowWrap: 'anywhere' }}>
      {reached.how === 'off' ? words.off : words.by(ways.filter(Boolean).join(words.and))}{' '}
      <TextLink href={choicesPage.address} inherit>
        {words.choices}
      </TextLink>
    </Text>
  )
}
