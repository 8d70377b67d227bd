import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Failure } from '#contract/client.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { StrongContrast } from '#web/components/StrongContrast.tsx'
import { queries } from '#web/data/queries.ts'
import { type KeptReceipt, nameReceipt, showReceipt, takeReceipt, useReceipts } from '#web/lib/receipts.ts'
import { ForgetReceipt } from './ForgetReceipt.tsx'
import { ReceiptTicket } from './ReceiptTicket.tsx'
import css from './receipt.module.css'
import { useReceiptWords } from './words.ts'

/** For people without an account. The secret is in the `#` part of the address and is kept in this browser. */
export function ReceiptPage() {
  // Links within the app do not reload the page.
  useEffect(takeReceipt, [])
  const { list, shown } = useReceipts()
  return (
    <StrongContrast>
      {shown !== undefined ? (
        <LoadedReceipt key={shown} receipt={shown} others={list.length > 1} />
      ) : list.length > 0 ? (
        <ReceiptChoice list={list} />
      ) : (
        <NoReceipts />
      )}
    </StrongContrast>
  )
}

function LoadedReceipt({ receipt, others }: { receipt: string; others: boolean }) {
  const words = useReceiptWords()
  const info = useQuery(queries.receipts.info(receipt))
  const known = useReceipts().list.some((one) => one.receipt === receipt && one.id > 0)
  const { id, device } = info.data?.ticket ?? { id: 0, device: '' }
  useEffect(() => {
    if (id > 0) nameReceipt({ receipt, id, device })
  }, [receipt, id, device])
  const toOthers = others && (
    <Button variant="default" onClick={() => showReceipt(undefined)}>
      {words.others}
    </Button>
  )
  if (info.isPending) return <Loading />
  if (!info.isError) return <ReceiptTicket receipt={receipt} of={info.data} beside={toOthers} />
  if (!(info.error instanceof Failure && info.error.code === 'receipt_unknown'))
    return <FailedPage title={words.title} query={info} />
  return (
    <Page title={words.unknown}>
      <Stack gap="xs" role="status">
        <Text>{words.unknownAbout}</Text>
        {!known && <Text>{words.notYet}</Text>}
        <Text>{words.unknownDo}</Text>
      </Stack>
      <Group>
        {toOthers}
        <LinkButton href={pages.portal}>{words.home}</LinkButton>
        <ForgetReceipt receipt={receipt} />
      </Group>
    </Page>
  )
}

function ReceiptChoice({ list }: { list: readonly KeptReceipt[] }) {
  const words = useReceiptWords()
  return (
    <Page title={words.title} about={words.choose}>
      <Rows>
        {list.map(({ receipt, id, device }) => (
          <UnstyledButton key={receipt} className={css['choice'] ?? ''} onClick={() => showReceipt(receipt)}>
            <span>{device || words.unnamed}</span>
            {id > 0 && <Text span variant="secondary">{`#${id}`}</Text>}
            <Icon name="forward" />
          </UnstyledButton>
        ))}
      </Rows>
    </Page>
  )
}

function NoReceipts() {
  const words = useReceiptWords()
  const home = <LinkButton href={pages.portal}>{words.home}</LinkButton>
  return (
    <Page title={words.title}>
      <EmptyState title={words.none} icon="receipt" about={words.noneAbout} action={home} />
    </Page>
  )
}
