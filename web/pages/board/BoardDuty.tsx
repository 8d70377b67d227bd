import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { ownRecoveryText } from '#client/recovery.ts'
import type { DutyInformation } from '#contract/duty/duty.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayText, timeOfDay } from '#web/lib/time.ts'
import css from './board.module.css'
import { Fit } from './Fit.tsx'
import { useBoardWords } from './words.ts'

interface Props {
  duty: DutyInformation
  clock: string
}

/** Whether the team is open: the largest word on the display, and what belongs to it. */
export function BoardDuty({ duty, clock }: Props) {
  const words = useBoardWords()
  const lang = useLang()
  const hours = useTodaysHours(clock)
  const { isInDuty, leader, closes, place, inDutyCnt, offDutyReason, next } = duty
  const state = isInDuty ? 'open' : duty.currentDuty === 'off' ? 'paused' : 'closed'
  const opensToday = state === 'closed' && next?.from.slice(0, 10) === clock.slice(0, 10)
  const opening = next && words.next(dayText(next.from, lang, clock), timeOfDay(next.from))
  const main = {
    open: [closes && words.until(dayText(closes, lang, clock), timeOfDay(closes)), place],
    paused: [offDutyReason, ownRecoveryText(duty)],
    closed: [opening, next?.place, offDutyReason],
  }[state]
  const more: ReactNode[] = [
    state === 'closed' && ownRecoveryText(duty),
    ((state === 'open' && next?.place) || state === 'paused') && [opening, next?.place].filter(Boolean).join(' · '),
    (isInDuty || opensToday) && hours,
    [leader && words.leads(leader), isInDuty && inDutyCnt > 0 && words.people(inDutyCnt)].filter(Boolean).join(' · '),
  ]
  return (
    <section className={css['duty']} data-state={state}>
      <Fit>
        <h2 className={css['state']}>{words[state]}</h2>
      </Fit>
      <Fit>
        {main.filter(Boolean).map((fact) => (
          <p key={fact} className={css['main']}>
            {fact}
          </p>
        ))}
        {more.filter(Boolean).map((fact, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of text without a state of their own
          <p key={i}>{fact}</p>
        ))}
      </Fit>
    </section>
  )
}

/** Today's opening hours if there are several. */
function useTodaysHours(clock: string): ReactNode {
  const words = useBoardWords()
  const today = useQuery(queries.duty.week()).data?.list.find(({ date }) => clock.startsWith(date))
  // A single opening is in the line above.
  if (!today || today.open.length < 2) return undefined
  return (
    <>
      {words.today}
      {today.open.map(({ from, until }, place) => (
        <Fragment key={from}>
          {place === 0 ? ' ' : words.comma}
          <span className={css['hours']}>
            {timeOfDay(from)}–{timeOfDay(until)}
          </span>
        </Fragment>
      ))}
    </>
  )
}
