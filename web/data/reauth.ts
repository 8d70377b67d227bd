import { Failure } from '#contract/client.ts'
import { createStore, useStore } from '#web/lib/store.ts'

/** What the page asks somebody before something goes on. */
export interface ReauthRequest {
  /** Takes a code of the second factor where it goes along with a login; absent where being proved anew is enough. */
  readonly attempt?: (factor: string) => Promise<unknown>
  readonly answer: (proved: boolean) => void
}

const asked = createStore<ReauthRequest | undefined>(undefined)

/** What stands on the page to be answered. */
export const useReauthRequest = (): ReauthRequest | undefined => useStore(asked)

/** Answers it, and takes it off the page. */
export function answerReauth(proved: boolean): void {
  const question = asked.get()
  asked.set(undefined)
  question?.answer(proved)
}

const isRefused = (error: unknown, ...codes: readonly string[]) =>
  error instanceof Failure && codes.includes(error.code)

/** Does something for which the service may want a fresh proof: then the page asks for it, and it is done once more. */
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

/** A login for which the service may want a code of the second factor: then the page asks until one is right. */
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
