import { useState } from 'react'
import { idempotentCall } from '#web/lib/idempotent-call.ts'

/** Beside `idempotentCall` and not in its file, because tests that run without a browser import that one. */
export function useIdempotentCall<I extends object, O>(call: (input: I, how: { key: string }) => Promise<O>) {
  return useState(() => idempotentCall(call))[0]
}
