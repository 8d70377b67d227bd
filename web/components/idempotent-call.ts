import { useState } from 'react'
import { idempotentCall } from '#client/idempotent-call.ts'
import { randomName } from '#web/lib/random.ts'

export function useIdempotentCall<I extends object, O>(call: (input: I, how: { key: string }) => Promise<O>) {
  return useState(() => idempotentCall(call, randomName))[0]
}
