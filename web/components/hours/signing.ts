import { Failure } from '#contract/client.ts'
import { type Action, useAction } from '#web/components/action.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { HourLine } from '#web/data/queries.ts'
import { forgetBoardCode } from '#web/lib/board-code.ts'
import { useHourWords } from './words.ts'

export interface SignInput {
  readonly code?: string | undefined
  readonly shift?: string | undefined
  /** The member, if a colleague signs them in at the desk. */
  readonly member?: number | undefined
}

export function useSignIn(after: (line: HourLine) => void): Action<SignInput> {
  const words = useHourWords()
  return useAction({
    work: (input: SignInput) => usingCode(api.hours.signIn(given(input))),
    onSuccess: after,
    fields: { code: words.code },
    codes: { board_code_refused: 'code', board_code_needed: 'code' },
  })
}

export function useSignOut(after: (line: HourLine) => void): Action<SignInput> {
  return useAction({
    work: ({ code, member }: SignInput) => usingCode(api.hours.signOut(given({ code, member }))),
    onSuccess: after,
  })
}

const given = ({ code, shift, member }: SignInput) => ({
  ...(code !== undefined && { code }),
  ...(shift !== undefined && { shift }),
  ...(member !== undefined && { member }),
})

/** Forgets the code once the service has used or refused it; without an answer the code can be tried again. */
async function usingCode(call: Promise<HourLine>): Promise<HourLine> {
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
