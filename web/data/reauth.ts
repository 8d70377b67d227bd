import { Failure } from '#contract/client.ts'
import { createStore, useStore } from '#web/lib/store.ts'

export interface ReauthRequest {
  /** Sends a code of the second factor together with a login. Absent if the session needs a fresh proof only. */
  readonly attempt?: (factor: string) => Promise<unknown>
  readonly answer: (proved: boolean) => void
}

const asked = createStore<ReauthRequest | undefined>(undefined)

export const useReauthRequest = (): ReauthRequest | undefined => useStore(asked)

export function answerReauth(proved: boolean): void {
  const question = asked.get()
  asked.set(undefined)
  question?.answer(proved)
}

const isRefused = (error: unknown, ...codes: readonly string[]) =>
  error instanceof Failure && codes.includes(error.code)

/** Repeats a call after a fresh proof of identity, if the service asks for one. */
export async function withReauth<O>(work: () => Promise<O>): Promise<O> {
  try {
    return await work()
  } catch (error) {
    if (!isRefused(error, 'factor_needed', 'proof_needed') || asked.get()) throw error
    const proved = await new Promise<boolean>((answer) => asked.set({ answer }))
    if (!proved) throw error
    return work()
  }
}

/** A login that asks for the second factor until a code is right, if the service wants one. */
export async function withSecondFactor<O>(login: (factor?: string) => Promise<O>): Promise<O> {
  try {
    return await login()
  } catch (error) {
    if (!isRefused(error, 'factor_needed') || asked.get()) throw error
    return new Promise<O>((resolve, reject) => {
      const attempt = async (factor: string) => resolve(await login(factor))
      asked.set({ attempt, answer: (proved) => proved || reject(error) })
    })
  }
}
