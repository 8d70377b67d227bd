import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { langs } from '#contract/languages.ts'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { StrongContrast } from '#web/components/StrongContrast.tsx'
import { useTeamPlace } from '#web/components/TeamPlace.tsx'
import { useWords } from '#web/components/words.ts'
import { useConnected } from '#web/data/connection.ts'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { language, useLang } from '#web/lib/language.ts'
import { fullDate, timeOfDay } from '#web/lib/time.ts'
import { BoardDuty } from './BoardDuty.tsx'
import { BoardSignIn, useShownBoardCode } from './BoardSignIn.tsx'
import { useBell } from './bell.ts'
import css from './board.module.css'
import type { BoardInfo } from './board-info.ts'
import { CalledNumbers } from './CalledNumbers.tsx'
import { useMinute, useReloadOnUpdate, useWakeLock } from './display-hooks.ts'
import { FilingAddress } from './FilingAddress.tsx'
import { Fit } from './Fit.tsx'
import { ReadyNumbers } from './ReadyNumbers.tsx'
import { useBoardWords } from './words.ts'

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
  return (
    <StrongContrast>
      <BoardDisplay name={name} shown={board.data} at={board.data.at} />
    </StrongContrast>
  )
}

function BoardDisplay({ name, shown, at }: { name: string; shown: BoardInfo; at: number }) {
  const words = useBoardWords()
  const clock = useMinute(shown.time, at)
  useBell(shown.queue.calls)
  const stale = !useConnected()
  const code = useShownBoardCode()
  const { called, waiting } = shown.queue
  const hasQueue = called.length > 0 || waiting > 0
  const line = stale ? words.stale : shown.text
  return (
    <main className={css['board']} data-queue={hasQueue} data-code={code !== undefined}>
      <BoardHeader name={name} clock={clock} />
      <div className={css['panels']}>
        <BoardDuty duty={shown.duty} clock={clock} />
        {hasQueue && <CalledNumbers of={shown} />}
        <ReadyNumbers of={shown} />
        {code && <BoardSignIn of={code} isOpen={shown.duty.isInDuty} />}
        <FilingAddress />
      </div>
      <div className={css['text']} data-stale={stale} role="status">
        {line && (
          <Fit>
            <p>{line}</p>
          </Fit>
        )}
      </div>
    </main>
  )
}

function BoardHeader({ name, clock }: { name: string; clock: string }) {
  const lang = useLang()
  const place = useTeamPlace()
  return (
    <header className={css['header']}>
      <Fit>
        <h1>{name}</h1>
        {place.text && <p>{place.text}</p>}
      </Fit>
      <div>
        <p>{fullDate(clock, lang)}</p>
        <time>{timeOfDay(clock)}</time>
      </div>
    </header>
  )
}

function useAskedLanguage(): void {
  useEffect(() => {
    const wanted = new URLSearchParams(location.search).get('lang')
    const lang = langs.find((one) => one === wanted)
    if (lang) language.choose(lang)
  }, [])
}
