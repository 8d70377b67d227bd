import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect } from 'react'
import { Failure } from '#contract/client.ts'
import { Qr } from '#web/components/Qr.tsx'
import { queries } from '#web/data/queries.ts'
import { boardToken, useBoardToken } from '#web/lib/board-token.ts'
import { codeTimeLeft } from './clock.ts'
import { useSecondTick } from './display-hooks.ts'
import { Fit } from './Fit.tsx'
import css from './panels.module.css'
import { useBoardWords } from './words.ts'

/** The sign-in code and who is here. Undefined unless an administrator made this display the board. */
export function useShownBoardCode() {
  const token = useBoardToken()
  const { data, error } = useQuery({ ...queries.boardCode.now(token ?? ''), enabled: token !== undefined })
  const isUnknown = error instanceof Failure && error.code === 'board_unknown'
  useEffect(() => {
    if (isUnknown) boardToken.set(undefined)
  }, [isUnknown])
  return token === undefined || error ? undefined : data
}

type Code = NonNullable<ReturnType<typeof useShownBoardCode>>

/** More names tell nothing to people in the room. */
const mostNames = 4

/** Offline there is no code, because the service refuses the last one after a minute. */
export function BoardSignIn({ of: { code, url, seconds, at, here }, isOpen }: { of: Code; isOpen: boolean }) {
  const words = useBoardWords()
  const now = useSecondTick()
  const left = codeTimeLeft(seconds, now - at)
  const names = here.slice(0, mostNames).map(({ name }) => name)
  return (
    <section className={css['sign']}>
      <h2>{words.signIn}</h2>
      {left === undefined ? (
        <Fit className={css['none']}>
          <p>{words.noCode}</p>
        </Fit>
      ) : (
        <>
          <Qr text={url} label={words.signIn} />
          <p className={css['code']}>{code.replace(/(?=.{4}$)/, ' ')}</p>
          <div className={css['left']} style={{ '--left': left } as CSSProperties} aria-hidden />
        </>
      )}
      {(isOpen || names.length > 0) && (
        <Fit className={css['here']}>
          <p>{names.length > 0 ? words.here(names, here.length) : words.nobodyHere}</p>
        </Fit>
      )}
    </section>
  )
}
