import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { langs } from '#contract/languages.ts'
import type { api } from '#web/data/api.ts'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { recovery } from '#web/lib/duty.ts'
import { language, useLang } from '#web/lib/language.ts'
import { day, timeOfDay } from '#web/lib/time.ts'
import { Failed } from '#web/parts/Failed.tsx'
import { Qr } from '#web/parts/Qr.tsx'
import { Waiting } from '#web/parts/Waiting.tsx'
import { useWords } from '#web/parts/words.ts'
import css from './board.module.css'
import { clockAfter } from './clock.ts'
import { useAwake, useNewest, useTick } from './display.ts'
import { useBoardWords } from './words.ts'

type Shown = Awaited<ReturnType<typeof api.team.board>>

/** The display in the room: to be read from across it, and left alone for weeks. `?lang=en_US` says in which language. */
export function Board() {
  useNewest()
  useAwake()
  useAskedLanguage()
  const { appName } = useWords()
  const team = useTeam()
  const name = team.data?.name || appName
  useEffect(() => {
    document.title = name
  }, [name])
  const board = useQuery(queries.board.info())
  if (board.isPending) return <Waiting />
  if (!board.data) return <Failed error={board.error} retry={board.refetch} />
  return <Display name={name} shown={board.data} at={board.data.at} stale={board.isError} />
}

function Display({ name, shown, at, stale }: { name: string; shown: Shown; at: number; stale: boolean }) {
  const words = useBoardWords()
  const clock = clockAfter(shown.time, useTick() - at)
  return (
    <main className={css['board']}>
      <header className={css['header']}>
        <h1>{name}</h1>
        <p role="status">{stale ? words.stale : ''}</p>
        <time>{timeOfDay(clock)}</time>
      </header>
      <Duty shown={shown} clock={clock} />
      <section className={css['waiting']}>
        <h2>{words.waiting}</h2>
        <p className={css['number']}>{shown.waiting}</p>
      </section>
      <section className={css['ready']}>
        <h2>{words.ready}</h2>
        {shown.ready.length === 0 && <p className={css['none']}>{words.none}</p>}
        <ul>
          {shown.ready.map((id) => (
            <li key={id}>{id}</li>
          ))}
          {shown.more && <li className={css['none']}>{words.more}</li>}
        </ul>
      </section>
    </main>
  )
}

function Duty({ shown: { duty }, clock }: { shown: Shown; clock: string }) {
  const words = useBoardWords()
  const lang = useLang()
  const { isInDuty, currentDuty, leader, until, place, inDutyCnt, offDutyReason, next } = duty
  const state = isInDuty ? 'open' : currentDuty === 'off' ? 'paused' : 'closed'
  const facts: ReactNode[] = [
    isInDuty && until && words.until(day(until, lang, clock), timeOfDay(until)),
    place,
    leader && words.leads(leader),
    isInDuty && inDutyCnt > 0 && words.people(inDutyCnt),
    offDutyReason,
    recovery(duty),
  ]
  return (
    <section className={css['duty']} data-state={state}>
      <h2 className={css['state']}>{words[state]}</h2>
      {facts.filter(Boolean).map((fact, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of text without a state of their own
        <p key={i}>{fact}</p>
      ))}
      {next && (
        <p className={css['next']}>
          {words.next(`${day(next.from, lang, clock)} ${timeOfDay(next.from)}${next.place && ` · ${next.place}`}`)}
        </p>
      )}
      <figure className={css['file']}>
        <Qr text={location.origin} label={words.file} />
        <figcaption>{words.file}</figcaption>
      </figure>
    </section>
  )
}

function useAskedLanguage(): void {
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('lang')
    const lang = langs.find((one) => one === asked)
    if (lang) language.choose(lang)
  }, [])
}
