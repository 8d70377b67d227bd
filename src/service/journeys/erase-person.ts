import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { noticeText } from '#contract/words/words.ts'
import { wallClock } from '#kit/time.ts'
import { forgetter } from '#rules/open-data/scrub.ts'
import { mayManageMember } from '#rules/people/members.ts'
import type { MemberRow } from '#store/people/members.ts'
import type { Tx } from '#store/store.ts'
import { heldCertificates } from '../hours/certificates.ts'
import { allLines } from '../hours/counting.ts'
import { endStay } from '../hours/here.ts'
import { eraseForwardedLines } from '../outbox/forwarded-file.ts'
import { anonymiseMember } from '../people/anonymise-members.ts'
import { assertAdminLeft, assertOtherAdmin, endMembership } from '../people/member-admin.ts'
import type { Actor } from '../shared/actor.ts'
import { afterCommit } from '../shared/after-commit.ts'
import type { Ctx } from '../shared/context.ts'
import { changeDuty } from '../shared/duty-memory.ts'
import { pictureUrl } from '../shared/picture-addresses.ts'
import { mediaUrl } from '../shared/present.ts'
import { outcomeOf } from '../shared/ticket-access.ts'
import { removeDeletedPictures } from '../tickets/media.ts'
import { eraseTickets } from '../tickets/retention.ts'

/**
 * Ends a membership with all that is personal in it, for every user who had it. The name stays with what was done: who worked on
 * a ticket, who was on duty. A removed member's does, too. In the ledger of hours it does not, because that is handed on.
 */
async function eraseMember(ctx: Ctx, tx: Tx, { id, name, phone }: MemberRow, personId: number): Promise<void> {
  await assertOtherAdmin(tx, await tx.members.lockAdmins(), id)
  await tx.members.unlinkOthers(id, personId)
  await changeDuty(tx, ctx.settings.current(), ctx.now(), async () => {
    await endStay(tx, id, 'removed', ctx.settings.current(), ctx.now())
    await tx.members.update(id, { admin: 0, active: 0 })
  })
  // What they did stays in the sums of the team, under a number.
  await tx.members.setErased(id)
  await anonymiseMember(tx, id)
  await tx.hours.rewriteCompanions(forgetter([name], phone))
  await tx.certificates.remove(id)
  await endMembership(tx, id)
}

/** Ends the membership that is this person's. One that they would have to prove anew they leave alone; answers which. */
async function leaveMember(ctx: Ctx, tx: Tx, personId: number): Promise<number | null> {
  const id = await tx.users.memberOf(personId)
  const member = id === null ? undefined : await tx.members.hold(id)
  if (!member) return null
  const link = await tx.users.linkOf(personId)
  if (link?.memberId !== member.id || !mayManageMember(member, link.provenAt)) return member.id
  await eraseMember(ctx, tx, member, personId)
  return null
}

export async function personalData(ctx: Ctx, actor: Actor, spoken: Lang) {
  const { timeZone, lang } = ctx.settings.current()
  const time = (at: number) => wallClock(at, timeZone)
  return ctx.store.read(async (tx) => {
    const { person, identities, sessions } = await tx.users.held(actor.personId)
    const linked = person.member_id === null ? undefined : await tx.members.find(person.member_id)
    const member = linked && mayManageMember(linked, person.proven_at) ? linked : undefined
    const feedback = await tx.feedback.of(actor.personId)
    const tickets = await tx.tickets.allOf(actor.personId)
    const comments = await tx.notes.commentsBy(actor.personId)
    const ratings = await tx.ratings.by(actor.personId)
    const notices = await tx.notices.of(actor.personId)
    const pictures = await tx.media.ofPerson(actor.personId)
    const told = await tx.notify.person(actor.personId)
    const consents = await tx.notify.consents(actor.personId)
    return {
      profile: {
        id: person.id,
        name: person.name,
        phone: person.phone,
        lang: person.lang ?? lang,
        createdTime: time(person.created_at),
      },
      identities: identities.map(({ provider, subject, unionid, created_at }) => ({
        provider,
        subject,
        ...(unionid === null ? {} : { unionid }),
        createdTime: time(created_at),
      })),
      sessions: sessions.map(({ device, login, proven_by, created_at, used_at }) => ({
        device,
        login,
        proof: proven_by,
        createdTime: time(created_at),
        usedTime: time(used_at),
      })),
      member: member
        ? {
            id: member.id,
            name: member.name,
            phone: member.phone,
            stuid: member.stuid,
            class: member.class,
            college: member.college,
            ...(await onDuty(tx, member.id, time)),
            hours: await allLines(tx, member.id, ctx.settings.current(), ctx.now()),
            certificates: await heldCertificates(tx, member.id, ctx.settings.current(), ctx.publicUrl),
          }
        : null,
      tickets: tickets.map((ticket) => ({
        id: ticket.id,
        type: ticket.type,
        kind: ticket.kind ?? ticket.type,
        status: ticket.status,
        device: ticket.device,
        deviceModel: ticket.device_model,
        owner: ticket.owner,
        phone: ticket.phone,
        description: ticket.description,
        accessories: JSON.parse(ticket.accessories) as number[], // written by create alone
        createdTime: time(ticket.created_at),
        isConfirmed: ticket.confirmed_at !== null,
        ...outcomeOf(ticket),
      })),
      comments: comments.map(({ id, ticket_id, content, created_at }) => ({
        id,
        ticket: ticket_id,
        content,
        createdTime: time(created_at),
      })),
      ratings: ratings.map(({ id, stars, content, created_at }) => ({
        ticket: id,
        stars,
        content,
        createdTime: time(created_at),
      })),
      // Until it is checked, a picture that a member took at the counter is for that member alone.
      pictures: pictures.map(({ writerId, ...picture }) =>
        writerId === null || writerId === actor.personId
          ? pictureUrl(ctx.publicUrl, picture, ctx.now())
          : mediaUrl(ctx.publicUrl, picture.name),
      ),
      feedback: feedback.map(({ id, content, created_at }) => ({ id, content, createdTime: time(created_at) })),
      notices: notices.map(({ id, at, notice }) => ({
        id,
        text: noticeText(words[spoken], notice),
        createdTime: time(at),
      })),
      messages: {
        off: told?.choices.off ?? false,
        channels: told?.choices.channels ?? {},
        kinds: told?.choices.kinds ?? {},
        mail: told?.mail ?? '',
        browsers: told?.push.length ?? 0,
        consents: [...consents].map(([template, count]) => ({ template, count })),
      },
    }
  })
}

export async function erasePerson(ctx: Ctx, actor: Actor): Promise<void> {
  await ctx.store.change(async (tx) => {
    // What this person is doing at this very moment comes before, and is erased, or after, and is refused.
    await tx.guests.holdAlone(actor.personId)
    await tx.guests.gather(actor.personId)
    const withdrawn = await eraseTickets(tx, actor.personId, ctx.now())
    const left = await leaveMember(ctx, tx, actor.personId)
    await tx.feedback.remove(actor.personId)
    await tx.notices.remove(actor.personId)
    await tx.notify.remove(actor.personId)
    await tx.content.forgetPerson(actor.personId)
    await tx.users.erase(actor.personId)
    await assertAdminLeft(tx, left)
    const erased = await tx.record({ kind: 'user.erased', by: actor, at: ctx.now(), user: actor.personId })
    return { answer: undefined, events: [...withdrawn, erased] }
  })
  await afterCommit(() => ctx.duty.refresh())
  await afterCommit(() => ctx.store.scrub())
  // They are marked; if the store of pictures, or the file, is away just now, the next round removes them.
  await afterCommit(() => removeDeletedPictures(ctx))
  await afterCommit(() => eraseForwardedLines(ctx))
}

/** What a member wrote about their own shifts. */
async function onDuty(tx: Tx, memberId: number, time: (at: number) => string) {
  const leaves = await tx.leaves.ofMember(memberId)
  const conclusions = await tx.conclusions.ofMember(memberId)
  return {
    leaves: leaves.map(({ week, shift, date, reason, substitute, createdAt }) => ({
      week,
      shift,
      date: date ?? '',
      reason,
      substitute: substitute ?? '',
      createdTime: time(createdAt),
    })),
    conclusions: conclusions.map(({ week, shift, date, content, created_at }) => ({
      week,
      shift,
      date: date ?? '',
      conclusion: content,
      createdTime: time(created_at),
    })),
  }
}
