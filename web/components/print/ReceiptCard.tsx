import { Button, Paper, Stack, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#web/components/Icon.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useLetterhead } from './letterhead.ts'
import { Printed } from './Printed.tsx'
import { pageSize, useAtOnce, usePaper } from './paper.ts'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import { addressOf, type ReceiptData } from './receipt.ts'
import { usePrintWords } from './words.ts'

const millimetres = (pixels: number) => (pixels * 25.4) / 96

// Coming back to the page must not print again.
let printed = ''

function print(receipt: string): void {
  printed = receipt
  window.print()
}

/** A receipt to scan or to print, also without a network. A page can hold one. */
export function ReceiptCard({ of }: { of: ReceiptData }) {
  const words = usePrintWords()
  const head = useLetterhead()
  const paper = usePaper()
  const atOnce = useAtOnce()
  const sheet = useRef<HTMLDivElement>(null)
  const [long, setLong] = useState(0)
  useLayoutEffect(() => setLong(millimetres(sheet.current?.getBoundingClientRect().height ?? 0)))
  const { receipt, number, id } = of
  useEffect(() => {
    if (atOnce && long > 0 && printed !== receipt) print(receipt)
  }, [atOnce, long, receipt])
  return (
    <Paper withBorder p="md">
      <Stack align="center" gap="sm">
        {number && (
          <Text ta="center">
            {words.yourNumber}
            <Text span display="block" fz="clamp(3rem, 10vw, 5rem)" fw={800} lh={1}>
              {number}
            </Text>
          </Text>
        )}
        {id !== undefined && <Text fw={650}>{words.ticket(id)}</Text>}
        <Qr text={addressOf(head.url, of)} label={words.code} />
        <Button leftSection={<Icon name="printer" size={18} />} onClick={() => print(receipt)}>
          {words.print}
        </Button>
        <Text variant="secondary" ta="center">
          {words.byHand}
        </Text>
      </Stack>
      <Printed page={`size: ${pageSize(paper, long)}; margin: 0`}>
        <ReceiptPaper of={of} on={paper} head={head} ref={sheet} />
      </Printed>
    </Paper>
  )
}
