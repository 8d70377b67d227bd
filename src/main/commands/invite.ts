import { contract } from '#contract/index.ts'
import { read } from '#contract/read.ts'
import { inviteMember, reinviteMember, updateMember } from '#service/people/member-admin.ts'
import { openContext } from '../open-context.ts'
import type { CommandInput } from './command.ts'

export async function runInviteCommand({ env, words, flags, say }: CommandInput): Promise<number> {
  await using database = await openContext(env)
  const { store, ctx, config } = database
  const admin = flags['admin'] === true
  const { name = '' } = read(contract.admin.invite.input, { name: words[0] })
  const known = await store.read((tx) => tx.members.activeByName(name))
  const { code } = known
    ? await reinviteMember(ctx, undefined, known.id)
    : await inviteMember(ctx, undefined, { name, admin })
  if (known && admin) await updateMember(ctx, undefined, known.id, { admin })
  const as = admin || known?.admin === 1 ? ' as an administrator' : ''
  say(
    `${name} is ${known ? 'already a member and has a new code' : 'invited'}${as}. The code works once, within seven days, at ${config.http.publicUrl}/join:\n\n  ${code}\n`,
  )
  return 0
}
