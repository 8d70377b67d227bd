import { useState } from 'react'
import { idempotentCall } from '#web/lib/idempotent-call.ts'

/** Repeats of the same call carry the same idempotency key. */
export function useIdempotentCall<I extends object, O>(call: (input: I, how: { key: string }) => Promise<O>) {
  const [once] = useState(() => idempotentCall(call))
  return once
}
