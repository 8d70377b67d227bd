import { Button, Paper, Stack, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#web/components/Icon.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useLetterhead } from './letterhead.ts'
import { Printed } from './Printed.tsx'
import { pageSize, useAtOnce, usePaper } from './paper.ts'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import css from './receipt.module.css'
import { addressOf, type ReceiptData } from './receipt.ts'
import { usePrintWords } from './words.ts'

const millimetres = (pixels: number) => (pixels * 25.4) / 96

// Coming back to the page must not print again.
let printed = ''

function print(receipt: string): void {
  printed = receipt
  window.print()
}

interface Props {
  receipt: ReceiptData
  peopleAheadText?: string | undefined
}

/** A receipt to scan or to print, also without a network. A page can hold one. */
export function ReceiptCard({ receipt: data, peopleAheadText }: Props) {
  const words = usePrintWords()
  const head = useLetterhead()
  const paper = usePaper()
  const atOnce = useAtOnce()
  const sheet = useRef<HTMLDivElement>(null)
  const [long, setLong] = useState(0)
  useLayoutEffect(() => setLong(millimetres(sheet.current?.getBoundingClientRect().height ?? 0)))
  const { receipt, number, id } = data
  useEffect(() => {
    if (atOnce && long > 0 && printed !== receipt) print(receipt)
  }, [atOnce, long, receipt])
  return (
    <Paper withBorder p="md" className={css['card']}>
      <Stack align="center" gap="sm">
        {number && (
          <div className={css['turn']}>
            {words.yourNumber}
            <strong>{number}</strong>
            {peopleAheadText && <b>{peopleAheadText}</b>}
          </div>
        )}
        {id !== undefined && (
          <Text fw={650} size="xl">
            {words.ticket(id)}
          </Text>
        )}
        <Button leftSection={<Icon name="printer" size={18} />} variant="default" onClick={() => print(receipt)}>
          {words.print}
        </Button>
      </Stack>
      <Stack align="center" gap="sm">
        <Qr text={addressOf(head.url, data)} label={words.code} size={264} />
        <Text ta="center">{words.byHand}</Text>
      </Stack>
      <Printed page={`size: ${pageSize(paper, long)}; margin: 0`}>
        <ReceiptPaper receipt={data} paper={paper} head={head} ref={sheet} />
      </Printed>
    </Paper>
  )
}
