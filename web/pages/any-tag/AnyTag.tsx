import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Redirect, useLocation, useParams } from 'wouter'
import { parseScan } from '#client/scan.ts'
import { anyTagWords } from '#client/words/any-tag.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Field, Form, useText } from '#web/components/Form.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { TeamPlace } from '#web/components/TeamPlace.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useKeepOnExpiry } from '#web/data/session-expired.ts'
import { joinFor } from '#web/lib/next.ts'
import { hookOf } from '#web/lib/translated.ts'

/** The target of the code on a tag: members get its ticket, other people read which team owns the device. */
export function AnyTag() {
  const { tag = '' } = useParams()
  const me = useMe()
  if (!/^[1-9]\d{0,14}$/.test(tag)) return <NotFound />
  if (me.isPending) return <Loading />
  return me.data?.member ? <ForMembers tag={Number(tag)} /> : <ForOthers />
}

function ForMembers({ tag }: { tag: number }) {
  useKeepOnExpiry('member')
  const words = useAnyTagWords()
  const found = useQuery(queries.custody.tag(tag))
  if (found.isPending) return <Loading />
  if (!found.data) return <FailedPage title={words.title(tag)} query={found} back={<ToDesk />} />
  const { id } = found.data
  return id > 0 ? <Redirect to={ticketOf(id)} replace /> : <UnusedTag tag={tag} />
}

const ticketOf = (id: number) => `${pages.desk}/tickets/${id}`

function ToDesk() {
  const { needs } = useWords()
  return <LinkButton href={pages.desk}>{needs.toDesk}</LinkButton>
}

/** A tag without a device. If the chosen ticket was never received, the member can receive its device with this tag. */
function UnusedTag({ tag }: { tag: number }) {
  const words = useAnyTagWords()
  const [, go] = useLocation()
  const typed = useText('id')
  const read = parseScan(typed.value)
  const id = read && 'ticket' in read ? read.ticket : undefined
  const doing = {
    onSuccess: (_: unknown, ticket: number) => go(ticketOf(ticket)),
    onSettled: () => invalidate('tickets', 'custody'),
    fields: { id: words.ticket },
  }
  const tie = useAction({ ...doing, work: (ticket: number) => api.custody.tie({ id: ticket, tag }) })
  const send = useIdempotentCall(api.custody.receive)
  const receive = useAction({ ...doing, work: (ticket: number) => send({ id: ticket, tag }) })
  const neverReceived = tie.failure?.code === 'never_received'
  return (
    <Page title={words.title(tag)} about={words.blank}>
      <Form
        action={{ busy: tie.busy, formError: receive.formError ?? tie.formError }}
        submit={words.tie}
        onSubmit={() => id !== undefined && tie.submit(id)}
        beside={
          neverReceived &&
          id !== undefined && (
            <Button variant="light" loading={receive.busy} onClick={() => receive.submit(id)}>
              {words.receive}
            </Button>
          )
        }
      >
        <Group maw={320}>
          <Field action={tie} {...typed} about={words.ticketAbout} inputMode="numeric" autoComplete="off" />
        </Group>
      </Form>
    </Page>
  )
}

function ForOthers() {
  const words = useAnyTagWords()
  const { appName, needs } = useWords()
  const team = useTeam().data?.name || appName
  const [here] = useLocation()
  return (
    <Page title={words.ours(team)} about={words.oursAbout}>
      <Text>
        <TeamPlace />
      </Text>
      <Text variant="secondary">{words.member}</Text>
      <Group>
        <LinkButton href={joinFor(here)}>{needs.join}</LinkButton>
      </Group>
    </Page>
  )
}

const useAnyTagWords = hookOf(anyTagWords)
