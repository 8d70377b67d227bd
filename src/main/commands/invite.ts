import type { Command } from './command.ts'

export const inviteCommand: Command = {
  summary: 'Add a member and print the one-time code that makes somebody that member.',
  help: `It works beside the running service. A name that an active member has already gets a new code for that member, and a second
factor that they had is taken off.

  --admin             as an administrator: the way back in when every administrator is locked out`,
  takes: ['<name>'],
  options: { admin: { type: 'boolean' } },
  async run({ env, words, flags, say }) {
    const [{ opened }, { memberService }, { SettingService }, { contract }, { read }] = await Promise.all([
      import('../open-store.ts'),
      import('#service/people/member-admin.ts'),
      import('#service/shared/settings.ts'),
      import('#contract/index.ts'),
      import('#contract/read.ts'),
    ])
    await using database = await opened(env, { beside: true })
    const { store, now, config } = database
    const settings = new SettingService(store, now, config.team)
    await settings.refresh()
    const members = memberService({ store, now, settings })
    const admin = flags['admin'] === true
    const { name = '' } = read(contract.admin.invite.input, { name: words[0] })
    const known = await store.readOne((tx) => tx.members.activeByName(name))
    const { code } = known
      ? await members.inviteAgain(undefined, known.id)
      : await members.invite(undefined, { name, admin })
    if (known && admin) await members.update(undefined, known.id, { admin })
    const as = admin || known?.admin === 1 ? ' as an administrator' : ''
    say(
      `${name} is ${known ? 'a member already and has a new code' : 'invited'}${as}. The code works once, within seven days, at ${config.http.publicUrl}/join:\n\n  ${code}\n`,
    )
    return 0
  },
}
