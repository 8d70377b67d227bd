import { useSyncExternalStore } from 'react'
import { Failure } from '#contract/client.ts'

/** What the page asks somebody before something goes on. */
export interface Question {
  /** Takes a code of the second factor where it goes along with a login; absent where being proved anew is enough. */
  readonly attempt?: (factor: string) => Promise<unknown>
  readonly answer: (proved: boolean) => void
}

const listeners = new Set<() => void>()
let asked: Question | undefined

function ask(question: Question | undefined): void {
  asked = question
  for (const listener of listeners) listener()
}

/** What stands on the page to be answered. */
export function useQuestion(): Question | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}

/** Answers it, and takes it off the page. */
export function answerQuestion(proved: boolean): void {
  const question = asked
  ask(undefined)
  question?.answer(proved)
}

const isRefused = (error: unknown, ...codes: readonly string[]) =>
  error instanceof Failure && codes.includes(error.code)

/** Does something for which the service may want a fresh proof: then the page asks for it, and it is done once more. */
export async function withProof<O>(work: () => Promise<O>): Promise<O> {
  try {
    return await work()
  } catch (error) {
    if (!isRefused(error, 'factor_needed', 'proof_needed') || asked) throw error
    const proved = await new Promise<boolean>((answer) => ask({ answer }))
    if (!proved) throw error
    return work()
  }
}

/** A login for which the service may want a code of the second factor: then the page asks until one is right. */
export async function withFactor<O>(login: (factor?: string) => Promise<O>): Promise<O> {
  try {
    return await login()
  } catch (error) {
    if (!isRefused(error, 'factor_needed') || asked) throw error
    return new Promise<O>((resolve, reject) => {
      const attempt = async (factor: string) => resolve(await login(factor))
      ask({ attempt, answer: (proved) => proved || reject(error) })
    })
  }
}
