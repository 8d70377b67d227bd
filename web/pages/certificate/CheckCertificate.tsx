import { Button, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { duration } from '#client/duration.ts'
import { limits } from '#contract/limits.ts'
import { LoadError } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { PlainForm } from '#web/components/PlainForm.tsx'
import type { api } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { longDate } from '#web/lib/time.ts'
import css from './check.module.css'
import { useCheckWords } from './words.ts'

// A number is not percent-decoded: no valid number contains an escape.
const inAddress = () => location.hash.slice(1, limits.token + 1)

/** Checks a certificate. Its number is in the `#` part of the address, or is typed. */
export function CheckCertificate() {
  const words = useCheckWords()
  const [number, setNumber] = useState(inAddress)
  const [typed, setTyped] = useState(number)
  useWindowEvent('hashchange', () => {
    setNumber(inAddress())
    setTyped(inAddress())
  })
  const found = useQuery({ ...queries.hours.certificate(number), enabled: number !== '' })
  return (
    <Page title={words.title} about={words.about}>
      <PlainForm onSubmit={() => setNumber(typed.trim())}>
        <Stack align="flex-start">
          <TextInput
            w="100%"
            maw="26rem"
            label={words.number}
            description={words.numberAbout}
            value={typed}
            maxLength={limits.token}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" loading={found.isFetching}>
            {words.check}
          </Button>
        </Stack>
      </PlainForm>
      <div role="status">{found.data && <CheckResult of={found.data} />}</div>
      {found.isError && <LoadError error={found.error} retry={found.refetch} />}
    </Page>
  )
}

function CheckResult({ of }: { of: Awaited<ReturnType<typeof api.hours.check>> }) {
  const words = useCheckWords()
  const lang = useLang()
  const { genuine, initial, minutes, from, until } = of
  return (
    <Paper withBorder p="md" className={css['answer'] ?? ''} data-genuine={genuine}>
      <Stack>
        <div className={css['verdict']}>
          <span>
            <Icon name={genuine ? 'check' : 'cross'} size={24} />
          </span>
          <div>
            <strong>{genuine ? words.genuine : words.unknown}</strong>
            <Text variant="secondary">{genuine ? words.genuineAbout : words.unknownAbout}</Text>
          </div>
        </div>
        {genuine && (
          <dl className={css['facts']}>
            <div>
              <dt>{words.name}</dt>
              <dd>{initial}</dd>
            </div>
            <div>
              <dt>{words.hours}</dt>
              <dd>{duration(minutes, lang)}</dd>
            </div>
            <div>
              <dt>{words.days}</dt>
              <dd>{words.range(longDate(from, lang), longDate(until, lang))}</dd>
            </div>
          </dl>
        )}
      </Stack>
    </Paper>
  )
}
