import { Refusal } from '#contract/errors.ts'

/**
 * Whether what a member has is theirs who is linked to them, to see and to end. A proof that was taken back (another password, an ended
 * session) counts no more. Of somebody who was removed nobody can give another, so there the link is enough.
 */
export function mayManageMember(member: { readonly active: number }, provenAt: number | null): boolean {
  return member.active === 0 || provenAt !== null
}

/** Somebody must be left who can let others in: of the administrators one who has come in, not only been invited. */
export function assertSomeAdmin(comeIn: readonly number[]): void {
  if (comeIn.length === 0) throw new Refusal('last_admin')
}
