import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { duration } from '#client/duration.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Choice } from '#web/components/Choice.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { Printed } from '#web/components/print/Printed.tsx'
import { api } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { addressWith } from '#web/lib/carried-code.ts'
import { useLang } from '#web/lib/language.ts'
import { CertificatePaper } from './CertificatePaper.tsx'
import css from './certificate.module.css'
import type { CertificateText } from './paper-words.ts'
import { useCertificateWords } from './words.ts'

export function Certificate() {
  const words = useCertificateWords()
  const mine = useQuery(queries.hours.mine())
  const [made, setMade] = useState<CertificateText>()
  if (mine.isPending) return <Loading />
  const back = <LinkButton href={`${pages.desk}/hours`}>{words.back}</LinkButton>
  const periods = mine.data?.periods ?? []
  return (
    <Page title={words.title} about={words.about}>
      {mine.isError && <LoadError error={mine.error} retry={mine.refetch} back={back} />}
      {mine.data && periods.length === 0 && (
        <EmptyState title={words.none} icon="receipt" about={words.noneAbout} action={back} />
      )}
      {periods.length > 0 && !made && <PeriodsToCertify periods={periods} onMade={setMade} back={back} />}
      {made && <IssuedCertificate of={made} again={periods.length > 1 && (() => setMade(undefined))} />}
    </Page>
  )
}

type Period = Awaited<ReturnType<typeof api.hours.mine>>['periods'][number]

interface Props {
  periods: readonly Period[]
  onMade: (made: CertificateText) => void
  back: React.ReactNode
}

function PeriodsToCertify({ periods, onMade, back }: Props) {
  const words = useCertificateWords()
  const lang = useLang()
  const [chosen, setChosen] = useState(() => periods.map(({ id }) => id).sort((a, b) => a - b))
  const [tried, setTried] = useState(false)
  const make = useAction({ work: () => api.hours.certify({ periods: chosen }), onSuccess: onMade })
  return (
    <Form
      action={{ busy: make.busy, formError: tried && chosen.length === 0 ? words.chooseOne : make.formError }}
      submit={words.make}
      onSubmit={() => {
        setTried(true)
        if (chosen.length > 0) make.submit()
      }}
      beside={back}
    >
      <Choice
        legend={words.choose}
        name="periods"
        many
        chosen={chosen}
        onChange={setChosen}
        options={periods.map(({ id, name, sums }) => ({
          value: id,
          label: `${name} · ${duration(sums.total, lang)}`,
        }))}
      />
    </Form>
  )
}

function IssuedCertificate({ of, again }: { of: CertificateText; again: false | (() => void) }) {
  const words = useCertificateWords()
  const paper = <CertificatePaper of={of} />
  return (
    <Stack>
      <Group>
        <Button leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()} autoFocus>
          {words.print}
        </Button>
        {again && (
          <Button variant="default" onClick={again}>
            {words.other}
          </Button>
        )}
        <Button component="a" href={addressWith(pages.certificate, of.number)} target="_blank" variant="default">
          {words.checkPage}
        </Button>
      </Group>
      <div>
        <Text fw={600}>{words.number(of.number)}</Text>
        <Text variant="secondary">{words.check}</Text>
      </div>
      <Paper withBorder className={css['preview'] ?? ''} role="img" aria-label={words.preview}>
        {paper}
      </Paper>
      <Printed page="size: A4; margin: 0">{paper}</Printed>
    </Stack>
  )
}
