import type { ReviewReason } from '#contract/content/content.ts'
import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import { mayRelink } from '#rules/people/sessions.ts'
import { unchanged, withEvent } from '#store/store.ts'
import { type Actor, assertNotErased } from '../shared/actor.ts'
import { checkText } from '../shared/content-checks.ts'
import type { Ctx } from '../shared/context.ts'
import { idempotent } from '../shared/idempotency.ts'
import { avatarUrl } from '../shared/media-urls.ts'
import { countUnseenNotices } from './notices.ts'

async function changeProfile(
  ctx: Ctx,
  actor: Actor,
  wanted: { readonly name?: string; readonly phone?: string },
  why?: ReviewReason,
): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const old = await tx.users.profile(actor.personId)
    const fields = (['name', 'phone'] as const).filter(
      (field) => wanted[field] !== undefined && wanted[field] !== old?.[field],
    )
    if (fields.length === 0) return unchanged
    await assertNotErased(tx, actor)
    await tx.users.update(actor.personId, wanted)
    const thing = { kind: 'name', id: actor.personId } as const
    if (why) await tx.content.add({ thing, personId: actor.personId, why, at })
    // The name that awaited a review is replaced.
    else if (fields.includes('name')) await tx.content.removeFor(thing)
    return withEvent(tx, { kind: 'user.updated', by: actor, at, user: actor.personId, fields })
  })
}

/** All data about the visitor of a page, in one request. */
export function whoAmI(ctx: Ctx, actor: Actor) {
  return ctx.store.read(async (tx) => {
    const row = await tx.users.profile(actor.personId)
    const link = await tx.users.linkOf(actor.personId)
    const linked = link && link.memberId !== null ? await tx.members.find(link.memberId) : undefined
    const member = actor.memberId === null ? undefined : await tx.members.find(actor.memberId)
    return {
      id: actor.personId,
      name: row?.name ?? '',
      phone: row?.phone ?? '',
      lang: row?.lang ?? ('' as const),
      guest: await tx.guests.isGuest(actor.personId),
      linked:
        linked !== undefined &&
        mayRelink(linked, link?.provenAt ?? null, ctx.now()) &&
        !(await tx.sessions.needsProof(actor.tokenHash)),
      notices: await countUnseenNotices(tx, actor),
      member: member
        ? {
            id: member.id,
            name: member.name,
            avatar: avatarUrl(ctx.publicUrl, member.avatar),
            admin: actor.role === 'admin',
          }
        : null,
    }
  })
}

export async function userProfile(ctx: Ctx, actor: Actor): Promise<{ name: string; phone: string }> {
  const row = await ctx.store.read((tx) => tx.users.profile(actor.personId))
  return { name: row?.name ?? '', phone: row?.phone ?? '' }
}

export async function updateProfile(ctx: Ctx, actor: Actor, wanted: { name?: string; phone?: string }): Promise<void> {
  const old = await userProfile(ctx, actor)
  await changeProfile(
    ctx,
    actor,
    wanted,
    await checkText(ctx, actor, 'profile', [wanted.name === old.name ? '' : wanted.name]),
  )
}

/** The code works once. */
export async function takePhone(ctx: Ctx, actor: Actor, code: string): Promise<void> {
  const { wechat } = ctx.ports
  if (!wechat || !ctx.settings.current().wechat.phone) throw new Refusal('not_configured')
  const openid = await ctx.store.read((tx) => tx.users.subjectOf(actor.personId, wechat.provider))
  await changeProfile(ctx, actor, { phone: await wechat.phone(code, openid) })
}

export function languageOf(ctx: Ctx, actor: Actor): Lang {
  return actor.lang ?? ctx.settings.current().lang
}

export function chooseLanguage(ctx: Ctx, actor: Actor, lang: Lang): Promise<void> {
  return ctx.store.change(async (tx) => {
    const old = (await tx.users.profile(actor.personId))?.lang ?? undefined
    if (old === lang) return unchanged
    await tx.users.update(actor.personId, { lang })
    const facts = { user: actor.personId, before: old, after: lang }
    return withEvent(tx, { kind: 'user.language', by: actor, at: ctx.now(), ...facts })
  })
}

/** Calls with the same key send it once. */
export async function sendFeedback(ctx: Ctx, actor: Actor, content: string, key?: string): Promise<void> {
  const why = await checkText(ctx, actor, 'comment', [content], { key })
  const { personId } = actor
  await ctx.store.change(async (tx) => {
    const at = ctx.now()
    return idempotent(tx, {
      personId,
      key,
      at,
      input: { feedback: content },
      load: () => assertNotErased(tx, actor),
      async work(loaded) {
        await loaded
        const feedback = await tx.feedback.add(personId, content, at)
        if (why) await tx.content.add({ thing: { kind: 'feedback', id: feedback }, personId, why, at })
        return withEvent(tx, { kind: 'feedback.sent', by: actor, at, feedback }, { ticketId: null, noteId: null })
      },
    })
  })
}
