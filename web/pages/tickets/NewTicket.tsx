import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessories } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Choice } from '#web/components/Choice.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, fieldsOf, TextField } from '#web/components/Form.tsx'
import { KindChoice } from '#web/components/KindChoice.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { Photos } from '#web/components/Photos.tsx'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { errorBesidePhotos } from '#web/components/photo-list.ts'
import { QueuedTickets, useOwnQueue } from '#web/components/QueuedTickets.tsx'
import { useQueuedWords } from '#web/components/queued-words.ts'
import { useCodeNames, useMe, useTeam } from '#web/data/hooks.ts'
import type { QueuedTicket } from '#web/data/offline-tickets.ts'
import { queries } from '#web/data/queries.ts'
import { useKeepOnExpiry } from '#web/data/session-expired.ts'
import { useRememberMe } from '#web/lib/remember-me.ts'
import { moveBackToDraft } from './drafts.ts'
import { type Filing, useFiling } from './filing.ts'
import { useFilingWords } from './filing-words.ts'
import { TicketContactFields } from './TicketContactFields.tsx'

export function NewTicket() {
  const words = useFilingWords()
  const { another } = useQueuedWords()
  const me = useMe()
  const guests = useTeam().data?.logins.guest
  const queue = useOwnQueue()
  useKeepOnExpiry('user')
  const [round, setRound] = useState(0)
  const [more, setMore] = useState(false)
  const [opened, setOpened] = useState(false)
  // Stays open while a guest session begins: the form is sending.
  if (!me.isPending && !opened) setOpened(true)
  // A form that is already open has to read the draft again.
  const edit = (ticket: QueuedTicket) => void moveBackToDraft(ticket).then(() => more && setRound(round + 1))
  return (
    <Page title={words.title} about={me.data === null && guests ? `${words.about}${words.noAccount}` : words.about}>
      <QueuedTickets follow edit={edit} />
      {!opened ? (
        <Loading />
      ) : queue.length === 0 || more ? (
        <TicketForm key={round} afresh={() => setRound(round + 1)} />
      ) : (
        <Group>
          <Button variant="default" onClick={() => setMore(true)}>
            {another}
          </Button>
        </Group>
      )}
    </Page>
  )
}

function TicketForm({ afresh }: { afresh: () => void }) {
  const words = useFilingWords()
  const me = useMe()
  const filing = useFiling()
  const { draft, change, action, photos, loggedIn, guests } = filing
  const field = fieldsOf(action, draft, change)
  const name = useCodeNames()
  const [asked, setAsked] = useState(false)
  const asGuest = loggedIn ? me.data?.guest === true : guests
  // Ask for a phone number if the owner could not be notified otherwise.
  const notify = useQuery({ ...queries.notify.choices(), enabled: me.data?.guest === true }).data
  const offersMail = useTeam().data?.logins.mail || notify?.mail
  const unreachable = asGuest && filing.contact.phone.trim() === '' && !offersMail
  return (
    <PlainForm
      style={{ maxWidth: '35rem' }}
      onSubmit={() => {
        if (unreachable && !asked) setAsked(true)
        else filing.send(!loggedIn && !guests)
      }}
    >
      <Stack gap="lg">
        {filing.restored && <RestoredNotice filing={filing} afresh={afresh} />}
        <KindChoice
          name="type"
          legend={words.type}
          words={words}
          chosen={draft.kind}
          onChange={(kind) => change({ kind })}
        />
        <Field {...field('device')} placeholder={words.deviceHint} maxLength={limits.device} />
        <Field {...field('deviceModel')} maxLength={limits.device} />
        <TextField {...field('description')} placeholder={words.descriptionHint} />
        <Photos of={photos} title={words.photos} />
        <Choice
          many
          legend={words.accessories}
          about={words.accessoriesAbout}
          name="accessories"
          options={Object.values(accessories).map((code) => ({ value: code, label: name('accessory', code) }))}
          chosen={draft.accessories}
          onChange={(chosen) => change({ accessories: chosen })}
        />
        {filing.contactKnown && <TicketContactFields filing={filing} />}
        <FilingErrors filing={filing} />
        {asked && unreachable && <Alert role="alert">{words.unreachable}</Alert>}
        <SubmitButtons filing={filing} anyway={asked && unreachable} />
      </Stack>
    </PlainForm>
  )
}

function SubmitButtons({ filing: { loggedIn, guests, action, send }, anyway }: { filing: Filing; anyway: boolean }) {
  const words = useFilingWords()
  const stays = useRememberMe()
  const others = useTeam().data?.logins
  const mayLogIn = !loggedIn && guests && others && (others.mail || others.sso || others.wechat || others.demo)
  return (
    <Stack gap="xs">
      <Button type="submit" size="md" fullWidth loading={action.busy}>
        {anyway ? words.sendAnyway : loggedIn || guests ? words.send : words.logIn}
      </Button>
      {!loggedIn && (
        <Text variant="secondary" ta="center">
          {!guests ? words.logInAbout : stays ? words.guestAbout : words.guestOfTab}
        </Text>
      )}
      {mayLogIn && (
        <Button variant="subtle" fullWidth onClick={() => send(true)}>
          {words.logIn}
        </Button>
      )}
    </Stack>
  )
}

function RestoredNotice({ filing, afresh }: { filing: Filing; afresh: () => void }) {
  const words = useFilingWords()
  const onDiscard = () => {
    filing.discard()
    afresh()
  }
  return (
    <Group justify="space-between">
      <Text variant="secondary">{words.kept}</Text>
      <Button variant="subtle" onClick={onDiscard}>
        {words.afresh}
      </Button>
    </Group>
  )
}

function FilingErrors({ filing: { action, ended, sendAnother, discard } }: { filing: Filing }) {
  const words = useFilingWords()
  const { failure } = action
  if (ended) return <ErrorAlert>{words.ended}</ErrorAlert>
  if (failure?.code !== 'key_reused') return <ErrorAlert>{errorBesidePhotos(action)}</ErrorAlert>
  return (
    <Alert role="alert" variant="light">
      <Stack align="flex-start">
        <Text>{words.arrived}</Text>
        <Group>
          <LinkButton variant="filled" href={pages.myTickets} onClick={discard}>
            {words.look}
          </LinkButton>
          <Button variant="default" onClick={sendAnother}>
            {words.another}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
