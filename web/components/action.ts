import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { fieldOfRefusal, labelOf } from '#client/refusal.ts'
import { Failure } from '#contract/client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { retryAfterLogin } from '#web/data/api.ts'
import { withReauth } from '#web/data/reauth.ts'
import { useRefusal } from './refusal-words.ts'
import { showToast } from './toast-list.ts'
import { useWords } from './words.ts'

/** A call that a page makes once, however often the user taps. */
export interface Action<I> extends FieldInfo {
  submit(input: I): void
  readonly busy: boolean
  readonly done: boolean
  readonly formError: string | undefined
  /** The refusal, whether it belongs to a field or not. */
  readonly errorText: string | undefined
  readonly failure: Failure | undefined
  reset(): void
}

export interface FieldInfo {
  label(field: string): string
  errorOf(field: string): string | undefined
}

export interface ActionOptions<I, O> {
  readonly work: (input: I) => Promise<O>
  readonly onSuccess?: (output: O, input: I) => unknown
  readonly toast?: string | ((output: O, input: I) => string)
  /** Updates the page optimistically; returns the rollback for a refusal. */
  readonly onMutate?: (input: I) => () => void
  readonly onSettled?: () => unknown
  readonly fields?: Readonly<Record<string, string>>
  /** The call proves who the user is, so no second proof is asked for. */
  readonly skipReauth?: boolean
  /** Maps refusals without a field to a field: `{ name_taken: 'name' }`. */
  readonly codes?: Readonly<Partial<Record<ErrorCode, string>>>
}

export function useAction<I = void, O = unknown>({
  work,
  onSuccess,
  toast,
  onMutate,
  onSettled,
  fields = {},
  codes = {},
  skipReauth = false,
}: ActionOptions<I, O>): Action<I> {
  const errorText = useErrorText()
  const running = useRef(false)
  const mutation = useMutation<O, Error, I, (() => void) | undefined>({
    mutationFn: (input) => (skipReauth ? work(input) : retryAfterLogin(() => withReauth(() => work(input)))),
    onMutate: (input) => onMutate?.(input),
    onError: (_error, _input, rollback) => rollback?.(),
    onSuccess: (output, input) => {
      void onSuccess?.(output, input)
      if (toast) showToast(typeof toast === 'string' ? toast : toast(output, input))
    },
    onSettled: () => {
      running.current = false
      void onSettled?.()
    },
  })
  const { error } = mutation
  const failure = error instanceof Failure ? error : undefined
  const label = (name: string) => labelOf(fields, name) ?? name
  const sentence = error ? errorText(error, label) : undefined
  const shown = failure && fieldOfRefusal(failure, fields, codes)
  return {
    submit(input) {
      // The state arrives with the next render; a second tap may come before it.
      if (running.current) return
      running.current = true
      mutation.mutate(input)
    },
    busy: mutation.isPending,
    done: mutation.isSuccess,
    label,
    errorOf: (name) => (name === shown ? sentence : undefined),
    formError: shown === undefined ? sentence : undefined,
    errorText: sentence,
    failure,
    reset: mutation.reset,
  }
}

/** The sentence for an error. If the service did not answer, the sentence is our own. */
export function useErrorText(): (error: Error, label?: (field: string) => string) => string {
  const { noAnswer } = useWords()
  const refusal = useRefusal()
  return (error, label = (field) => field) => {
    if (!(error instanceof Failure)) return error.message
    return error.status === 0 ? noAnswer : refusal(error, label)
  }
}
