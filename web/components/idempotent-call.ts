import { useState } from 'react'
import { idempotentCall } from '#web/lib/idempotent-call.ts'

/** A call that is made once however often it is tried. */
export function useIdempotentCall<I extends object, O>(call: (input: I, how: { key: string }) => Promise<O>) {
  const [once] = useState(() => idempotentCall(call))
  return once
}
