import { Failure } from '#contract/client.ts'
import { type Action, useAction } from '#web/components/action.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { HourLine } from '#web/data/queries.ts'
import { forgetBoardCode } from '#web/lib/board-code.ts'
import { useHourWords } from './words.ts'

export interface SignInput {
  readonly code?: string | undefined
  /** Of signing in. */
  readonly shift?: string | undefined
  /** At the desk: who, if it is not me. */
  readonly member?: number | undefined
}

/** Coming. */
export function useSignIn(after: (line: HourLine) => void): Action<SignInput> {
  const words = useHourWords()
  return useAction({
    work: (wish: SignInput) => once(api.hours.signIn(given(wish))),
    onSuccess: after,
    fields: { code: words.code },
    codes: { board_code_refused: 'code', board_code_needed: 'code' },
  })
}

/** Going. */
export function useSignOut(after: (line: HourLine) => void): Action<SignInput> {
  return useAction({
    work: ({ code, member }: SignInput) => once(api.hours.signOut(given({ code, member }))),
    onSuccess: after,
  })
}

const given = ({ code, shift, member }: SignInput) => ({
  ...(code !== undefined && { code }),
  ...(shift !== undefined && { shift }),
  ...(member !== undefined && { member }),
})

/** With a code that was used, or refused, nothing more is done. Where nobody answered it can be tried again. It is over when the page shows what came of it. */
async function once(call: Promise<HourLine>): Promise<HourLine> {
  try {
    const line = await call
    forgetBoardCode()
    return line
  } catch (error) {
    if (error instanceof Failure && error.status !== 0) forgetBoardCode()
    throw error
  } finally {
    await invalidate('here', 'hours', 'duty', 'board')
  }
}
