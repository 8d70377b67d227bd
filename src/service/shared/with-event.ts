import type { ChangeResult, Tx } from '#store/store.ts'

type NewEvent = Parameters<Tx['record']>[0]

/** The result of a change that is recorded by one event. */
export async function withEvent(tx: Tx, event: NewEvent): Promise<ChangeResult<void>>
export async function withEvent<T>(tx: Tx, event: NewEvent, answer: T): Promise<ChangeResult<T>>
export async function withEvent<T>(tx: Tx, event: NewEvent, answer?: T): Promise<ChangeResult<T | undefined>> {
  return { answer, events: [await tx.record(event)] }
}
