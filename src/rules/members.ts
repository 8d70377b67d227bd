import { Refusal } from '#contract/errors.ts'

/** Somebody must be left who can let others in: of the administrators one who has come in, not only been invited. */
export function assertSomeAdmin(comeIn: readonly number[]): void {
  if (comeIn.length === 0) throw new Refusal('last_admin')
}
