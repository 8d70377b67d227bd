import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Failure } from '#contract/client.ts'
import { pages } from '#contract/team/pages.ts'
import { AddressReach } from '#web/components/AddressReach.tsx'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { addressWith } from '#web/lib/carried-code.ts'
import { useLogin } from './login.ts'
import { useSignInWords } from './words.ts'

/** Shows a code for another device to approve, and polls every two seconds. */
export function ByPairing({ about }: { about: string }) {
  const words = useSignInWords()
  const login = useLogin()
  const pair = useQuery(queries.pairing.code())
  const address = `${useTeam().data?.url ?? ''}${pages.account}`
  const secret = pair.data?.secret
  const paired = useQuery({
    ...queries.pairing.approved(secret),
    enabled: secret !== undefined && !login.busy && !login.done,
    refetchInterval: 2_000,
  })
  const code = paired.data?.code
  const logIn = useEffectEvent((given: string) => login.submit({ code: given }))
  useEffect(() => {
    if (code) logIn(code)
  }, [code])
  const renew = useEffectEvent(() => void pair.refetch())
  const over = paired.error instanceof Failure && paired.error.code === 'code_refused'
  useEffect(() => {
    // The code has expired after five minutes.
    if (over) renew()
  }, [over])
  return (
    <Card title={words.pair} about={about}>
      {pair.isError && <LoadError error={pair.error} retry={pair.refetch} />}
      {pair.isPending && <Loading />}
      {pair.data && (
        <Stack align="center" gap="xs">
          <Qr text={addressWith(address, pair.data.pair)} label={words.pairCode} />
          <Code fz="md">{pair.data.pair}</Code>
          <Text variant="secondary">{words.pairWaiting}</Text>
          <AddressReach address={address} />
        </Stack>
      )}
      <ErrorAlert>{login.formError}</ErrorAlert>
    </Card>
  )
}
