import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Failure } from '#contract/client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { useWords } from '../words/shell.ts'

/** A thing a person does on a page: sent once however often they tap, and answered by the service's own sentence. */
export interface Action<I> extends Fielded {
  run(input: I): void
  readonly busy: boolean
  readonly done: boolean
  /** What went wrong and belongs to none of the fields. */
  readonly rest: string | undefined
  /** The refusal itself, for pages that do more about it than show its sentence. */
  readonly failure: Failure | undefined
  reset(): void
}

/** What a field of its form knows of it. */
export interface Fielded {
  label(field: string): string
  /** The refusal of this field, with the label in place of the field's name on the wire. */
  at(field: string): string | undefined
}

export interface Doing<I, O> {
  readonly work: (input: I) => Promise<O>
  readonly after?: (output: O, input: I) => unknown
  /** Whether it worked or not. */
  readonly always?: () => unknown
  /** The fields the form shows, with their labels. */
  readonly fields?: Readonly<Record<string, string>>
  /** Refusals without a field that belong to one all the same. */
  readonly codes?: Readonly<Partial<Record<ErrorCode, string>>>
}

export function useAction<I = void, O = unknown>({
  work,
  after,
  always,
  fields = {},
  codes = {},
}: Doing<I, O>): Action<I> {
  const { noAnswer } = useWords()
  const running = useRef(false)
  const mutation = useMutation<O, Error, I>({
    mutationFn: work,
    onSuccess: (output, input) => void after?.(output, input),
    onSettled: () => {
      running.current = false
      void always?.()
    },
  })
  const { error } = mutation
  const told = error ? sentenceOf(error, noAnswer) : undefined
  const field = error instanceof Failure ? error.field : ''
  // The service calls a field by its name on the wire; people know it by its label.
  const sentence = field === '' ? told : told?.replace(field, fields[field] ?? field)
  const named = error instanceof Failure ? field || codes[error.code || 'broken'] : undefined
  const shown = named !== undefined && Object.hasOwn(fields, named) ? named : undefined
  return {
    run(input) {
      // The state arrives with the next drawing; a second tap may come before it.
      if (running.current) return
      running.current = true
      mutation.mutate(input)
    },
    busy: mutation.isPending,
    done: mutation.isSuccess,
    label: (name) => fields[name] ?? name,
    at: (name) => (name === shown ? sentence : undefined),
    rest: shown === undefined ? sentence : undefined,
    failure: error instanceof Failure ? error : undefined,
    reset: mutation.reset,
  }
}

/** What to tell a person. Where nothing answered there is no sentence of the service's. */
export function sentenceOf(error: Error, noAnswer: string): string {
  return error instanceof Failure && error.status === 0 ? noAnswer : error.message
}
