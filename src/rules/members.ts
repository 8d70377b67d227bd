import { Refusal } from '#contract/errors.ts'

/** Somebody must be left who can let others in. */
export function assertNotLastAdmin(admins: readonly number[], id: number): void {
  if (admins.length === 1 && admins[0] === id) throw new Refusal('last_admin')
}
