import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
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
import { errorBesidePhotos } from '#web/components/photo-list.ts'
import { type Me, useCodeNames, useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useKeepOnExpiry } from '#web/data/session-expired.ts'
import { signInFor } from '#web/lib/next.ts'
import { useScrollTo } from '#web/lib/scroll.ts'
import { type Filing, useFiling } from './filing.ts'
import { useFilingWords } from './filing-words.ts'

export function NewTicket() {
  const words = useFilingWords()
  const me = useMe()
  useKeepOnExpiry('user')
  const [round, setRound] = useState(0)
  if (me.isPending) return <Loading />
  return (
    <Page title={words.title} about={words.about}>
      <TicketForm key={round} afresh={() => setRound(round + 1)} />
    </Page>
  )
}

function TicketForm({ afresh }: { afresh: () => void }) {
  const words = useFilingWords()
  const me = useMe()
  const filing = useFiling()
  const { draft, change, action, photos, guest } = filing
  const field = fieldsOf(action, draft, change)
  const name = useCodeNames()
  const [, go] = useLocation()
  const [asked, setAsked] = useState(false)
  // Ask for a phone number if the owner could not be notified otherwise.
  const notify = useQuery({ ...queries.notify.choices(), enabled: me.data?.guest === true }).data
  const asks = me.data?.guest === true && filing.contact.phone.trim() === '' && !asked && !notify?.mail
  const end = useRef<HTMLDivElement>(null)
  // A login returns to where it was asked for.
  useScrollTo(useSearch() === backAtEnd, () => end.current, { block: 'center' })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (guest) go(signInFor(`${pages.newTicket}?${backAtEnd}`))
        else if (asks) setAsked(true)
        else filing.send()
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
        <Choice
          many
          legend={words.accessories}
          about={words.accessoriesAbout}
          name="accessories"
          options={Object.values(accessories).map((code) => ({ value: code, label: name('accessory', code) }))}
          chosen={draft.accessories}
          onChange={(chosen) => change({ accessories: chosen })}
        />
        {!guest && <Photos of={photos} />}
        <div ref={end}>{me.data && <TicketContactFields filing={filing} profile={me.data} />}</div>
        {guest && !filing.ended && <Text size="sm">{words.logInAbout}</Text>}
        <FilingErrors filing={filing} />
        {asked && filing.contact.phone.trim() === '' && <Alert role="alert">{words.unreachable}</Alert>}
        <Button type="submit" size="md" fullWidth loading={action.busy}>
          {guest ? words.logIn : asked ? words.sendAnyway : words.send}
        </Button>
      </Stack>
    </form>
  )
}

const backAtEnd = 'at=end'

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
  if (failure?.status === 0) return <ErrorAlert>{words.cut}</ErrorAlert>
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

/** Known values are shown as text, and can be changed for this ticket only. */
function TicketContactFields({ filing, profile }: { filing: Filing; profile: Me }) {
  const words = useFilingWords()
  const { contact, changeContact, action } = filing
  const [open, setOpen] = useState(
    !profile.name || !profile.phone || contact.owner !== profile.name || contact.phone !== profile.phone,
  )
  if (!open && !action.errorOf('owner') && !action.errorOf('phone')) {
    return (
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600}>
            {words.contact}
          </Text>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {contact.owner} · {contact.phone}
          </Text>
        </Stack>
        <Button variant="subtle" flex="none" onClick={() => setOpen(true)}>
          {words.change}
        </Button>
      </Group>
    )
  }
  const field = fieldsOf(action, contact, changeContact)
  return (
    <>
      <Field {...field('owner')} about={words.optional} autoComplete="name" maxLength={limits.name} />
      <Field {...field('phone')} about={words.contactAbout} inputMode="tel" autoComplete="tel" />
    </>
  )
}
