export const steps = ['account', 'code', 'team', 'shifts', 'members', 'done'] as const
export type Step = (typeof steps)[number]

/** The first two steps follow from who is here; the others from the address, so that going back and reloading work. */
export function stepOf({ loggedIn, admin, search }: { loggedIn: boolean; admin: boolean; search: string }): Step {
  if (!loggedIn) return 'account'
  if (!admin) return 'code'
  const wanted = new URLSearchParams(search).get('step')
  return steps.slice(2).find((step) => step === wanted) ?? 'team'
}
