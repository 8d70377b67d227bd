import type { Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { Settings } from '#contract/team/settings.ts'
import { wallClock } from '#kit/time.ts'
import { sumsOf } from '#rules/hours/hours.ts'
import type { CertificateRow } from '#store/hours/certificates.ts'
import type { Tx } from '#store/store.ts'
import { assertNotErased, type MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { newNumber, tidyNumber } from '../shared/secrets.ts'

type Certificate = Output<Contract['hours']['certify']>
type Content = Omit<Certificate, 'number' | 'issuedTime' | 'url'>

async function contentOf(ctx: Ctx, tx: Tx, memberId: number, chosen: readonly number[]): Promise<Content> {
  // Reads the database, because settings in memory may be old, and a certificate stays.
  const { teamName, signatory } = await ctx.settings.stored(tx)
  // Locks, so that two calls do not make two certificates.
  const member = await tx.members.lock(memberId)
  const sums = await tx.hours.sums(memberId)
  const firstDays = await tx.hours.firstDays(memberId)
  const isMine = (id: number) => sums.some(({ period_id }) => period_id === id)
  if (!chosen.every(isMine)) throw new Refusal('nothing_to_certify')
  const periods = (await tx.hours.periods())
    .filter(({ id }) => isMine(id) && (chosen.length === 0 || chosen.includes(id)))
    .reverse()
  const all = sumsOf(sums.filter(({ period_id }) => periods.some(({ id }) => id === period_id)))
  if (!member || all.total <= 0) throw new Refusal('nothing_to_certify')
  const { name, stuid, class: group, college } = member
  return {
    name,
    stuid,
    class: group,
    college,
    team: teamName,
    signatory,
    periods: periods.map(({ id, name, from_date, until_date }) => ({
      name,
      from: from_date || (firstDays.get(id) ?? until_date),
      until: until_date,
      sums: sumsOf(sums.filter(({ period_id }) => period_id === id)),
    })),
    sums: all,
  }
}

/** For these closed periods, or all. The same content gives the same certificate. */
export function makeCertificate(ctx: Ctx, actor: MemberActor, periods: readonly number[]): Promise<Certificate> {
  return ctx.store.change(async (tx) => {
    await assertNotErased(tx, actor)
    const at = ctx.now()
    const content = await contentOf(ctx, tx, actor.memberId, periods)
    const text = JSON.stringify(content)
    const made = await tx.certificates.findSame(actor.memberId, text)
    const row = made ?? { number: newNumber(), content: text, created_at: at }
    const answer = certificateView(row, ctx.settings.current(), ctx.publicUrl)
    if (made) return { answer, events: [] }
    const certificate = await tx.certificates.add(actor.memberId, row.number, text, at)
    return { answer, events: [await tx.record({ kind: 'hours.certified', by: actor, at, certificate })] }
  })
}

/** The answer has nothing that is not printed on the certificate. */
export async function checkCertificate(ctx: Ctx, typed: string): Promise<Output<Contract['hours']['check']>> {
  const row = await ctx.store.read((tx) => tx.certificates.byNumber(tidyNumber(typed)))
  if (!row) return { genuine: false, initial: '', minutes: 0, from: '', until: '' }
  const { name, periods, sums } = JSON.parse(row.content) as Content // only the code above writes it
  return {
    genuine: true,
    initial: firstCharacter(name),
    minutes: sums.total,
    from: periods[0]?.from ?? '',
    until: periods.at(-1)?.until ?? '',
  }
}

export async function certificatesOfMember(tx: Tx, memberId: number, settings: Settings, publicUrl: string) {
  return (await tx.certificates.ofMember(memberId)).map((row) => certificateView(row, settings, publicUrl))
}

function certificateView(
  { number, content, created_at }: Omit<CertificateRow, 'id'>,
  { timeZone }: Settings,
  publicUrl: string,
): Certificate {
  const url = `${publicUrl}/certificate#${number}`
  return { ...(JSON.parse(content) as Content), number, issuedTime: wallClock(created_at, timeZone), url } // only the code above writes it
}

/** The first grapheme. */
function firstCharacter(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)
  return first?.segment ?? ''
}
