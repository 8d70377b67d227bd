import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { fieldOfRefusal } from '#client/refusal.ts'
import { Failure } from '#contract/client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { retryAfterLogin } from '#web/data/api.ts'
import { withReauth } from '#web/data/reauth.ts'
import { useRefusal } from './refusal-words.ts'
import { showToast } from './toast-list.ts'
import { useWords } from './words.ts'

/** A thing a person does on a page: sent once however often they tap, and answered by the service's own sentence. */
export interface Action<I> extends FieldInfo {
  submit(input: I): void
  readonly busy: boolean
  readonly done: boolean
  /** What went wrong and belongs to none of the fields. */
  readonly formError: string | undefined
  /** The refusal itself, for pages that do more about it than show its sentence. */
  readonly failure: Failure | undefined
  reset(): void
}

/** What a field of its form knows of it. */
export interface FieldInfo {
  label(field: string): string
  /** What is wrong with this field, by its label. */
  errorOf(field: string): string | undefined
}

export interface ActionOptions<I, O> {
  readonly work: (input: I) => Promise<O>
  readonly onSuccess?: (output: O, input: I) => unknown
  /** A short message after success. */
  readonly toast?: string | ((output: O, input: I) => string)
  /** Shows at once what will come of it; answers how to take that back, should it be refused. */
  readonly onMutate?: (input: I) => () => void
  /** Whether it worked or not. */
  readonly onSettled?: () => unknown
  /** The fields the form shows, with their labels. */
  readonly fields?: Readonly<Record<string, string>>
  /** It is itself a proof, so none is asked for before it. */
  readonly skipReauth?: boolean
  /** Refusals without a field that belong to one all the same. */
  readonly codes?: Readonly<Partial<Record<ErrorCode, string>>>
}

export function useAction<I = void, O = unknown>({
  work,
  onSuccess: after,
  toast,
  onMutate: meanwhile,
  onSettled: always,
  fields = {},
  codes = {},
  skipReauth: proves = false,
}: ActionOptions<I, O>): Action<I> {
  const told = useErrorText()
  const running = useRef(false)
  const mutation = useMutation<O, Error, I, (() => void) | undefined>({
    mutationFn: (input) => (proves ? work(input) : retryAfterLogin(() => withReauth(() => work(input)))),
    onMutate: (input) => meanwhile?.(input),
    onError: (_error, _input, takeBack) => takeBack?.(),
    onSuccess: (output, input) => {
      void after?.(output, input)
      if (toast) showToast(typeof toast === 'string' ? toast : toast(output, input))
    },
    onSettled: () => {
      running.current = false
      void always?.()
    },
  })
  const { error } = mutation
  const failure = error instanceof Failure ? error : undefined
  const label = (name: string) => fields[name] ?? name
  const sentence = error ? told(error, label) : undefined
  const shown = failure && fieldOfRefusal(failure, fields, codes)
  return {
    submit(input) {
      // The state arrives with the next drawing; a second tap may come before it.
      if (running.current) return
      running.current = true
      mutation.mutate(input)
    },
    busy: mutation.isPending,
    done: mutation.isSuccess,
    label,
    errorOf: (name) => (name === shown ? sentence : undefined),
    formError: shown === undefined ? sentence : undefined,
    failure,
    reset: mutation.reset,
  }
}

/** A hook that says what to tell a person. Where nothing answered there is no sentence of the service's. */
export function useErrorText(): (error: Error, label?: (field: string) => string) => string {
  const { noAnswer } = useWords()
  const refusal = useRefusal()
  return (error, label = (field) => field) => {
    if (!(error instanceof Failure)) return error.message
    return error.status === 0 ? noAnswer : refusal(error, label)
  }
}
