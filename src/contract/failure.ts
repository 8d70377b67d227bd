import type { ErrorCode } from './errors.ts'

/** A refusal, or no answer at all (`status` 0). `message` is the sentence for the person. */
export class Failure extends Error {
  override name = 'Failure'
  readonly status: number
  readonly code: ErrorCode | ''
  /** The input it is about, such as `phone` or `timetable[2].from`; empty if it is about the whole. */
  readonly field: string
  /** What is wrong with that input, one of `flaws` or the rule of a duty situation; empty if nothing is known of it. */
  readonly flaw: string
  /** The bound it is beyond, or the values that are allowed. */
  readonly limit: string

  constructor(status: number, code: ErrorCode | '', message: string, options: ErrorOptions & FailedField = {}) {
    super(message, options)
    this.status = status
    this.code = code
    this.field = options.field ?? ''
    this.flaw = options.flaw ?? ''
    this.limit = options.limit ?? ''
  }
}

/** What the headers of a failure tell of the input it is about. */
interface FailedField {
  readonly field?: string
  readonly flaw?: string
  readonly limit?: string
}

/** A refusal as its status, its headers and its body tell it. */
export function failureOf(status: number, header: (name: string) => string | null, err: string): Failure {
  const code = (header('x-error-code') ?? '') as ErrorCode | '' // the service's own word
  // A proxy that reaches nobody speaks in the place of the service, which has not answered.
  if (code === '' && status >= 502 && status <= 504) return new Failure(0, '', 'no answer')
  return new Failure(status, code, err, {
    field: header('x-error-field') ?? '',
    flaw: header('x-error-flaw') ?? '',
    limit: header('x-error-limit') ?? '',
  })
}
