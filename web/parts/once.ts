import { useRef } from 'react'
import { randomName } from '#web/lib/random.ts'

/**
 * A call that is made once however often it is tried: the same contents go with the same key until they have arrived, so
 * that a try whose answer was lost can be repeated.
 */
export function useOnce<I extends object, O>(call: (input: I, how: { key: string }) => Promise<O>) {
  const kept = useRef<{ readonly contents: string; readonly key: string }>(undefined)
  return async (input: I): Promise<O> => {
    const contents = JSON.stringify(input)
    if (kept.current?.contents !== contents) kept.current = { contents, key: randomName() }
    const output = await call(input, { key: kept.current.key })
    kept.current = undefined
    return output
  }
}
