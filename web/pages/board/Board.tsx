import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, Fragment, type ReactNode, useEffect } from 'react'
import { ownRecoveryText } from '#client/recovery.ts'
import { langs } from '#contract/languages.ts'
import { LoadError } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { useTeamPlace } from '#web/components/TeamPlace.tsx'
import { useWords } from '#web/components/words.ts'
import type { api } from '#web/data/api.ts'
import { useConnected } from '#web/data/connection.ts'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { language, useLang } from '#web/lib/language.ts'
import { dayText, fullDate, timeOfDay } from '#web/lib/time.ts'
import { BoardSignIn, useShownBoardCode } from './BoardSignIn.tsx'
import css from './board.module.css'
import { clockAfter } from './clock.ts'
import { useReloadOnUpdate, useSecondTick, useWakeLock } from './display.ts'
import { FilingAddress } from './FilingAddress.tsx'
import { useBoardWords } from './words.ts'

type Shown = Awaited<ReturnType<typeof api.team.board>>

/** The display in the room, made to run for weeks unattended. `?lang=en_US` sets its language. */
export function Board() {
  useReloadOnUpdate()
  useWakeLock()
  useAskedLanguage()
  const { appName } = useWords()
  const team = useTeam()
  const name = team.data?.name || appName
  useEffect(() => {
    document.title = name
  }, [name])
  const board = useQuery(queries.board.info())
  if (board.isPending) return <Loading />
  if (!board.data) return <LoadError error={board.error} retry={board.refetch} />
  return <BoardDisplay name={name} shown={board.data} at={board.data.at} />
}

function BoardDisplay({ name, shown, at }: { name: string; shown: Shown; at: number }) {
  const words = useBoardWords()
  const lang = useLang()
  const place = useTeamPlace()
  const now = useSecondTick()
  const clock = clockAfter(shown.time, now - at)
  const stale = !useConnected()
  const code = useShownBoardCode()
  const hasQueue = shown.queue.called.length > 0 || shown.queue.waiting > 0
  return (
    <main className={css['board']} data-queue={hasQueue} data-code={code !== undefined}>
      <header className={css['header']}>
        <div>
          <h1>{name}</h1>
          {place.text && <p>{place.text}</p>}
        </div>
        <p role="status">{stale ? words.stale : ''}</p>
        <p>{fullDate(clock, lang)}</p>
        <time>{timeOfDay(clock)}</time>
      </header>
      <BoardDuty shown={shown} clock={clock} names={code?.here.map(({ name }) => name)} />
      {hasQueue && <CalledNumbers of={shown.queue} />}
      <ReadyNumbers of={shown} most={hasQueue ? mostBeside : code ? mostWithCode : shown.ready.length} />
      {code && <BoardSignIn of={code} now={now} />}
      <FilingAddress />
      {!hasQueue && (
        <section className={css['waiting']}>
          <h2>{words.waiting}</h2>
          <p className={css['number']}>{shown.waiting}</p>
        </section>
      )}
      {shown.text && <p className={css['text']}>{shown.text}</p>}
    </main>
  )
}

interface Props {
  shown: Shown
  clock: string
  names: string[] | undefined
}

function BoardDuty({ shown: { duty, queue }, clock, names }: Props) {
  const words = useBoardWords()
  const lang = useLang()
  const hours = useTodaysHours(clock)
  const { isInDuty, currentDuty, leader, until, place, inDutyCnt, offDutyReason, next } = duty
  const state = isInDuty ? 'open' : currentDuty === 'off' ? 'paused' : 'closed'
  const facts: ReactNode[] = [
    isInDuty && until && words.until(dayText(until, lang, clock), timeOfDay(until)),
    place,
    offDutyReason,
    ownRecoveryText(duty),
    next &&
      (!isInDuty || next.place !== '') &&
      words.next(dayText(next.from, lang, clock), timeOfDay(next.from)) + (next.place && ` · ${next.place}`),
    !(names && queue.called.length + queue.waiting > 0) && hours,
    [leader && words.leads(leader), !names && isInDuty && inDutyCnt > 0 && words.people(inDutyCnt)]
      .filter(Boolean)
      .join(' · '),
    names && (names.length > 0 ? words.here(names.slice(0, mostNames), names.length) : isInDuty && words.nobodyHere),
  ]
  return (
    <section className={css['duty']} data-state={state}>
      <h2 className={css['state']}>{words[state]}</h2>
      {facts.filter(Boolean).map((fact, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of text without a state of their own
        <p key={i}>{fact}</p>
      ))}
    </section>
  )
}

/** More numbers cannot be read from across the room. */
const mostCalled = 8
/** Limit of collectable numbers beside the queue. */
const mostBeside = 9
/** Limit of collectable numbers beside the sign-in code. */
const mostWithCode = 12
const mostNames = 6

function CalledNumbers({ of: { called, waiting } }: { of: Shown['queue'] }) {
  const words = useBoardWords()
  const shown = called.slice(0, mostCalled)
  return (
    <section className={css['called']}>
      <h2>
        {words.called}
        {called.length > mostCalled && <span>{words.more}</span>}
      </h2>
      {shown.length === 0 && <p className={css['none']}>{words.soon}</p>}
      <ul style={gridOf(shown, { columns: shown.length <= 2 ? 1 : 2, digits: 3 })}>
        {shown.map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ul>
      <p className={css['people']}>{words.peopleWait(waiting)}</p>
    </section>
  )
}

function ReadyNumbers({ of, most }: { of: Shown; most: number }) {
  const words = useBoardWords()
  const ready = of.ready.slice(0, most)
  const more = of.more || of.ready.length > most
  const columns = ready.length <= 2 ? 1 : ready.length <= 8 ? 2 : 3
  const [before, after] = words.number
  return (
    <section className={css['ready']}>
      <h2>
        {words.ready}
        {more && <span>{words.more}</span>}
      </h2>
      {ready.length === 0 && (
        <p className={css['none']}>
          <Icon name="check" />
          <br />
          {words.none}
        </p>
      )}
      <ul style={gridOf(ready, { columns, digits: 2 })}>
        {ready.map((id) => (
          <li key={id}>
            {before && <small>{before}</small>}
            {id}
            {after && <small>{after}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The size of a grid of numbers; `digits` are the least that it is made for. */
function gridOf(numbers: readonly (number | string)[], { columns, digits }: { columns: number; digits: number }) {
  const longest = Math.max(digits, ...numbers.map((number) => String(number).length))
  const rows = Math.ceil(numbers.length / columns)
  return { '--columns': columns, '--rows': rows, '--digits': longest } as CSSProperties
}

/** Today's opening hours, or undefined until they are loaded. */
function useTodaysHours(clock: string): ReactNode {
  const words = useBoardWords()
  const today = useQuery(queries.duty.week()).data?.list.find(({ date }) => clock.startsWith(date))
  if (!today) return undefined
  if (today.open.length === 0) return words.notToday
  return (
    <>
      {words.today}
      {today.open.map(({ from, until }) => (
        <Fragment key={from}>
          {' '}
          <span className={css['hours']}>
            {timeOfDay(from)}–{timeOfDay(until)}
          </span>
        </Fragment>
      ))}
    </>
  )
}

function useAskedLanguage(): void {
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('lang')
    const lang = langs.find((one) => one === asked)
    if (lang) language.choose(lang)
  }, [])
}
