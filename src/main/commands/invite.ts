import { contract } from '#contract/index.ts'
import { read } from '#contract/read.ts'
import { Meter } from '#kit/meter.ts'
import { memberService } from '#service/members.ts'
import { clock, openLog } from '../log.ts'
import { settledConfig } from '../settle.ts'
import { openStore } from '../start.ts'
import type { Command } from './command.ts'

export const inviteCommand: Command = {
  summary: 'Add a member and print the one-time code that makes somebody that member.',
  help: `It works beside the running service. A name that an active member has already gets a new code for that member.

  --admin             as an administrator: the way back in when every administrator is locked out`,
  takes: ['<name>'],
  options: { admin: { type: 'boolean' } },
  async run({ env, words, flags, say }) {
    const config = await settledConfig(env)
    await using building = new AsyncDisposableStack()
    const store = await openStore(config, building, {
      log: openLog('error'),
      meter: new Meter(),
      now: clock,
      beside: true,
    })
    const members = memberService(store, clock, config.http.publicUrl)
    const admin = flags['admin'] === true
    const { name = '' } = read(contract.admin.invite.input, { name: words[0] })
    const known = await store.read((tx) => tx.members.activeByName(name))
    const { code } = known
      ? await members.inviteAgain(undefined, known.id)
      : await members.invite(undefined, { name, admin })
    if (known && admin) await members.update(undefined, known.id, { admin })
    const as = admin || known?.admin === 1 ? ' as an administrator' : ''
    say(
      `${name} is ${known ? 'a member already and has a new code' : 'invited'}${as}. It works once, within seven days:\n\n  ${code}\n`,
    )
    return 0
  },
}
