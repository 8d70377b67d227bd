import { listUndelivered, retryDelivery } from '#service/outbox/external.ts'
import { reconcile } from '#service/outbox/reconcile.ts'
import { openContext } from '../open-context.ts'
import { externalSystemKey } from '../outbox-workers.ts'
import { type CommandInput, UsageError } from './command.ts'

export async function runExternalCommand(given: CommandInput): Promise<number> {
  const [what = '', id] = given.words
  if (what === 'list' && id === undefined) return list(given)
  if (what === 'retry' && (id === undefined || /^\d{1,15}$/.test(id))) return retry(given, id)
  if (what === 'reconcile' && id === undefined) return compare(given)
  throw new UsageError('"external" takes list, retry, retry <id> or reconcile.')
}

async function list(given: CommandInput): Promise<number> {
  await using open = await openContext(given.env)
  for (const state of ['waiting', 'stuck'] as const) {
    const { list: rows, total } = await listUndelivered(open.ctx, { state, count: 1000 }, 'en_US')
    given.say(`${state}: ${total}`)
    for (const { id, ticket, what, tries, nextTime, error } of rows)
      given.say(
        `  ${id}  ticket #${ticket}${what === 'remark' ? ' (remark)' : ''}  tries: ${tries}${nextTime && `  next: ${nextTime.slice(0, 19)}`}${error && `  ${error}`}`,
      )
  }
  return 0
}

async function retry(given: CommandInput, id: string | undefined): Promise<number> {
  await using open = await openContext(given.env)
  const ids = id === undefined ? await stuck() : [Number(id)]
  for (const one of ids) await retryDelivery(open.ctx, undefined, one)
  given.say(`Queued again: ${ids.length}. The running service delivers them within seconds.`)
  return 0

  async function stuck(): Promise<number[]> {
    return (await listUndelivered(open.ctx, { state: 'stuck', count: 1000 }, 'en_US')).list.map((row) => row.id)
  }
}

async function compare(given: CommandInput): Promise<number> {
  await using open = await openContext(given.env)
  const { store, now, config } = open
  const { external } = open.ctx.ports
  if (!external.find) {
    given.say(`A ${external.kind} cannot look up tickets, so there is nothing to compare with.`)
    return 1
  }
  const counts = { right: 0, under_way: 0, corrected: 0, promised_again: 0 }
  for await (const { ticket, verdict, remote } of reconcile({
    store,
    external,
    system: externalSystemKey(config),
    now,
  })) {
    counts[verdict] += 1
    if (verdict === 'corrected') given.say(`ticket #${ticket}: its number there is ${remote?.id}; corrected`)
    if (verdict === 'promised_again') given.say(`ticket #${ticket}: missing there; queued again`)
  }
  given.say(
    `right: ${counts.right}, still to be delivered: ${counts.under_way}, corrected: ${counts.corrected}, queued again: ${counts.promised_again}`,
  )
  return 0
}
