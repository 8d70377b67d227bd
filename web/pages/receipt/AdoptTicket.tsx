import { Button, Group } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { LoginMethods } from '#web/components/sign-in/LoginMethods.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { forgetReceipt, showReceipt, wantsToAdopt, wantToAdopt } from '#web/lib/receipts.ts'
import { useReceiptWords } from './words.ts'

export function AdoptTicket({ receipt }: { receipt: string }) {
  const { mine: words } = useReceiptWords()
  const me = useMe()
  const [, go] = useLocation()
  // A login at the school leaves this page and returns to it.
  const [wanted, setWanted] = useState(() => wantsToAdopt(receipt))
  const adopt = useAction({
    work: () => api.receipts.adopt({ receipt }),
    toast: words.done,
    onSuccess: ({ id }) => {
      go(pages.ticket.replace(':id', String(id)))
      forgetReceipt(receipt)
      showReceipt(undefined)
      return invalidate('tickets')
    },
  })
  const want = (now: boolean) => {
    setWanted(now)
    wantToAdopt(now ? receipt : undefined)
  }
  const account = me.data && !me.data.guest ? me.data : undefined
  const adoptIfWanted = useEffectEvent(() => {
    if (!wanted || !account) return
    want(false)
    adopt.submit()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a login
  useEffect(() => adoptIfWanted(), [account?.id])
  return (
    <Card title={words.title} about={words.about}>
      <ErrorAlert>{adopt.formError}</ErrorAlert>
      <Group>
        {account ? (
          <ConfirmButton
            label={words.go}
            action={adopt}
            variant="default"
            tone="teal"
            question={words.question(account.name)}
          />
        ) : (
          !wanted && (
            <Button variant="default" onClick={() => want(true)}>
              {words.go}
            </Button>
          )
        )}
      </Group>
      {wanted && !account && <LoginMethods merging={me.data?.guest === true} />}
    </Card>
  )
}
