import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Redirect, useLocation, useParams } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { Failed } from '#web/components/Failed.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { useOnce } from '#web/components/once.ts'
import { Page } from '#web/components/Page.tsx'
import { Place } from '#web/components/Place.tsx'
import { scanned } from '#web/components/scan/scanned.ts'
import { Waiting } from '#web/components/Waiting.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useKeptFor } from '#web/data/session-expired.ts'
import { signInFor } from '#web/lib/next.ts'
import { useAnyTagWords } from './words.ts'

/** Where the code on a printed tag leads: members to the ticket it hangs on; everybody else learns whose it is. */
export function AnyTag() {
  const { tag = '' } = useParams()
  const me = useMe()
  if (!/^[1-9]\d{0,14}$/.test(tag)) return <NotFound />
  if (me.isPending) return <Waiting />
  return me.data?.member ? <ForMembers tag={Number(tag)} /> : <ForOthers />
}

function ForMembers({ tag }: { tag: number }) {
  useKeptFor('member')
  const words = useAnyTagWords()
  const found = useQuery(queries.custody.tag(tag))
  if (found.isPending) return <Waiting />
  if (!found.data) {
    return (
      <Page title={words.title(tag)}>
        <Failed error={found.error} retry={found.refetch} back={<ToDesk />} />
      </Page>
    )
  }
  const { id } = found.data
  return id > 0 ? <Redirect to={ticketOf(id)} replace /> : <Blank tag={tag} />
}

const ticketOf = (id: number) => `${pages.desk}/tickets/${id}`

function ToDesk() {
  const { needs } = useWords()
  return (
    <Button component={Link} href={pages.desk} variant="default">
      {needs.toDesk}
    </Button>
  )
}

/** It hangs on nothing yet: on which ticket's device should it? One that nobody has received is received with it. */
function Blank({ tag }: { tag: number }) {
  const words = useAnyTagWords()
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const read = scanned(typed)
  const id = read && 'ticket' in read ? read.ticket : undefined
  const doing = {
    after: (_: unknown, ticket: number) => go(ticketOf(ticket)),
    always: () => invalidate('tickets', 'custody'),
    fields: { id: words.ticket },
  }
  const tie = useAction({ ...doing, work: (ticket: number) => api.custody.tie({ id: ticket, tag }) })
  const send = useOnce(api.custody.receive)
  const receive = useAction({ ...doing, work: (ticket: number) => send({ id: ticket, tag }) })
  const neverReceived = tie.failure?.code === 'never_received'
  return (
    <Page title={words.title(tag)} about={words.blank}>
      <Form
        of={{ busy: tie.busy, rest: receive.rest ?? tie.rest }}
        submit={words.tie}
        onSubmit={() => id !== undefined && tie.run(id)}
        beside={
          neverReceived &&
          id !== undefined && (
            <Button variant="light" loading={receive.busy} onClick={() => receive.run(id)}>
              {words.receive}
            </Button>
          )
        }
      >
        <Group maw={320}>
          <Field
            of={tie}
            name="id"
            value={typed}
            onText={setTyped}
            about={words.ticketAbout}
            inputMode="numeric"
            autoComplete="off"
          />
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
        <Place />
      </Text>
      <Text variant="secondary">{words.member}</Text>
      <Group>
        <Button component={Link} href={signInFor(here)} variant="default">
          {needs.join}
        </Button>
      </Group>
    </Page>
  )
}
