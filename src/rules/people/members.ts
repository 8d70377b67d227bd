import { Refusal } from '#contract/errors.ts'

/**
 * True if the person linked to a member may manage the member's sessions. A withdrawn proof does not count. Removed
 * members cannot give a new proof, so their link is enough.
 */
export function mayManageMember(member: { readonly active: number }, provenAt: number | null): boolean {
  return member.active === 0 || provenAt !== null
}

/** Invited administrators who have not logged in do not count. */
export function assertSomeAdmin(comeIn: readonly number[]): void {
  if (comeIn.length === 0) throw new Refusal('last_admin')
}
