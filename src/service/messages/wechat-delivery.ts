import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import { isAboutAddress, keptConsents } from '#rules/messages/messages.ts'
import type { OutboxRow } from '#store/outbox/outbox.ts'
import type { Tx } from '#store/store.ts'
import type { DeliveryResult } from '../outbox/worker.ts'
import type { Ctx } from '../shared/context.ts'
import type { Template, WechatChannel } from '../shared/ports.ts'
import { dropped, type PersonalMessage, payloadOf, prepareForPerson, releaseUnsent, resultOf } from './prepare.ts'
import { sendWechat } from './send.ts'

/** Each message uses one consent that the person gave for its template. */
export async function deliverWechat(
  ctx: Ctx,
  { templates }: WechatChannel,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const ready = await prepareForPerson(ctx, row, 'wechat')
  if ('how' in ready) return ready
  const { reader, message, payload } = ready
  const id = reader.openid === '' ? undefined : await spendConsent(ctx, templates, row, ready)
  const template = templates.find((one) => one.id === id)
  // A template shows one item: the first that fits it.
  const fitting = template && message.each.find(({ kind }) => fits(template, kind))
  if (id === undefined || !fitting) return dropped(row, { ...payload, ...(id === undefined ? {} : { template: id }) })
  const sent = sendWechat(ctx, reader, id, { ...message, ...fitting }, signal)
  return resultOf(ctx, sent, (tx) => tx.consents.remove(reader.personId, id))
}

/** Uses a consent and stores its template in the row. Retries use the same one. */
function spendConsent(
  ctx: Ctx,
  templates: readonly Template[],
  row: OutboxRow,
  { payload, reader, message }: PersonalMessage,
): Promise<string | undefined> {
  return ctx.store.upkeep(async (tx) => {
    if (payload.template !== undefined) return payload.template
    for (const { kind } of message.each)
      for (const template of templates.filter((one) => fits(one, kind))) {
        if (!(await tx.consents.consume(reader.personId, template.id, keptConsents(kind, template.kinds)))) continue
        if (await tx.outbox.rewrite(row, { ...payload, template: template.id })) return template.id
        // Another node has the row now and uses its own consent.
        await tx.consents.add(reader.personId, template.id)
        return undefined
      }
    return undefined
  })
}

/** Gives the consent back, unless WeChat said that there was none. */
export async function recordWechatGivenUp(tx: Tx, row: OutboxRow): Promise<void> {
  const latest = (await tx.outbox.find(row.id)) ?? row
  const trouble = latest.trouble === null ? undefined : (JSON.parse(latest.trouble) as DeliveryTrouble) // only the outbox writes it
  if (trouble && isAboutAddress(trouble)) return
  await releaseUnsent(tx, row, payloadOf(latest))
}

const fits = ({ kinds }: Template, kind: string) => (kinds as readonly string[]).includes(kind)
