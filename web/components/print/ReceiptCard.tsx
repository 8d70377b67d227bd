import { Button, Paper, Stack, Text } from '@mantine/core'
import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#web/components/Icon.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useWords } from '#web/components/words.ts'
import { type Letterhead, useLetterhead } from './letterhead.ts'
import type { HoursLine } from './opening-hours.ts'
import { Printed } from './Printed.tsx'
import { type PaperName, pageSize, useAtOnce, usePaper } from './paper.ts'
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

/** A receipt to scan or to print, also without a network. A page can hold one. */
export function ReceiptCard({ of, ahead }: { of: ReceiptData; ahead?: string | undefined }) {
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
    <Paper withBorder p="md" className={css['card']}>
      <Stack align="center" gap="sm">
        {number && (
          <div className={css['turn']}>
            {words.yourNumber}
            <strong>{number}</strong>
            {ahead && <b>{ahead}</b>}
          </div>
        )}
        {id !== undefined && <Text fw={650}>{words.ticket(id)}</Text>}
        <Button leftSection={<Icon name="printer" size={18} />} variant="default" onClick={() => print(receipt)}>
          {words.print}
        </Button>
      </Stack>
      <Stack align="center" gap="sm">
        <Qr text={addressOf(head.url, of)} label={words.code} />
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

interface Props {
  of: ReceiptData
  on: PaperName
  head: Letterhead
  ref?: Ref<HTMLDivElement>
}

/** The printed receipt. It holds no person's name. */
function ReceiptPaper({ of, on, head, ref }: Props) {
  const { appName } = useWords()
  const words = usePrintWords()
  const { id, number, device, accessories } = of
  const address = addressOf(head.url, of)
  return (
    <div className={css['paper']} data-paper={on} ref={ref}>
      <p className={css['team']}>{head.team || appName}</p>
      <div className={css['top']}>
        <div>
          {number && (
            <p className={css['number']}>
              <span>{words.yourNumber}</span>
              <strong>{number}</strong>
            </p>
          )}
          <p className={css['ticket']}>{id === undefined ? words.notSent : words.ticket(id)}</p>
          <p className={css['device']}>{device}</p>
          <p>
            {words.with}
            {accessories.map(head.accessory).join(' · ') || words.nothing}
          </p>
        </div>
        <div className={css['code']}>
          <Qr text={address} label={words.code} />
        </div>
      </div>
      {number && <p className={css['next']}>{words.next(number)}</p>}
      <p>{words.scan}</p>
      <p className={css['address']}>
        {words.type} <code>{address}</code>
      </p>
      <p className={css['small']}>{words.secret}</p>
      {(head.place || head.hours.length > 0) && (
        <div className={css['where']}>
          {head.place && <p>{head.place}</p>}
          {head.hours.length > 0 && <p className={css['small']}>{words.hours}</p>}
          {head.hours.map((line) => (
            <Hours key={line.days} of={line} />
          ))}
        </div>
      )}
    </div>
  )
}

function Hours({ of: { days, times } }: { of: HoursLine }) {
  return (
    <p>
      {days}{' '}
      {times.map((time, index) => (
        <span key={time} className={css['time']}>
          {time}
          {index < times.length - 1 && ', '}
        </span>
      ))}
    </p>
  )
}
