import type { Ref } from 'react'
import { Lead } from '#web/components/Lead.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useWords } from '#web/components/words.ts'
import { useLang } from '#web/lib/language.ts'
import { timeOfDay, weekdayAndDate } from '#web/lib/time.ts'
import type { Letterhead } from './letterhead.ts'
import type { HoursLine } from './opening-hours.ts'
import type { PaperName } from './paper.ts'
import css from './receipt.module.css'
import { addressOf, type ReceiptData } from './receipt.ts'
import { usePrintWords } from './words.ts'

interface Props {
  receipt: ReceiptData
  paper: PaperName
  head: Letterhead
  ref?: Ref<HTMLDivElement>
}

/** The printed receipt. It holds no person's name. */
export function ReceiptPaper({ receipt, paper, head, ref }: Props) {
  const { appName } = useWords()
  const words = usePrintWords()
  const { id, number, device, accessories, time } = receipt
  const lang = useLang()
  const address = addressOf(head.url, receipt)
  return (
    <div className={css['paper']} data-paper={paper} ref={ref}>
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
          {time && <p>{words.takenIn(weekdayAndDate(time, lang, ''), timeOfDay(time))}</p>}
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
        <Lead text={words.type}>
          <code>{address.replace(/^https?:\/\//, '')}</code>
        </Lead>
      </p>
      <p className={css['small']}>{words.secret}</p>
      {(head.place || head.hours.length > 0) && (
        <div className={css['where']}>
          {head.place && <p>{head.place}</p>}
          {head.hours.length > 0 && <p className={css['small']}>{words.hours}</p>}
          {head.hours.map((line) => (
            <Hours key={line.days} line={line} />
          ))}
        </div>
      )}
    </div>
  )
}

function Hours({ line: { days, times } }: { line: HoursLine }) {
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
