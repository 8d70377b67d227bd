import type { Command } from './command.ts'

export const inviteCommand: Command = {
  summary: 'Add a member and print the one-time code to log in as that member.',
  help: `It works beside the running service. For the name of an active member it makes a new code and switches off the second factor.

  --admin             as an administrator: the way back in when every administrator is locked out`,
  takes: ['<name>'],
  options: { admin: { type: 'boolean' } },
  async run({ env, words, flags, say }) {
    const [{ openContext }, { inviteMember, reinviteMember, updateMember }, { contract }, { read }] = await Promise.all(
      [
        import('../context.ts'),
        import('#service/people/member-admin.ts'),
        import('#contract/index.ts'),
        import('#contract/read.ts'),
      ],
    )
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
      `${name} is ${known ? 'a member already and has a new code' : 'invited'}${as}. The code works once, within seven days, at ${config.http.publicUrl}/join:\n\n  ${code}\n`,
    )
    return 0
  },
}
