import { useState } from 'react'
import { keyed } from '#web/lib/keyed.ts'

/** A call that is made once however often it is tried. */
export function useOnce<I extends object, O>(call: (input: I, how: { key: string }) => Promise<O>) {
  const [once] = useState(() => keyed(call))
  return once
}
