import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { noticeText } from '#contract/words/words.ts'
import { mayManageMember } from '#rules/people/members.ts'
import type { Tx } from '#store/store.ts'
import { certificatesOfMember } from '../hours/certificates.ts'
import { allLines } from '../hours/counting.ts'
import type { Actor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { mediaUrl } from '../shared/media-urls.ts'
import { pictureUrl } from '../shared/picture-addresses.ts'
import { accessoriesOf, outcomeOf } from '../shared/ticket-access.ts'

type PersonRow = Awaited<ReturnType<Tx['users']['personalData']>>['person']

/** All data about the actor, for their own download. */
export function personalData(ctx: Ctx, { personId }: Actor, lang: Lang) {
  return ctx.store.read(async (tx) => {
    const { person, identities, sessions } = await tx.users.personalData(personId)
    return {
      ...accountData(ctx, person, identities, sessions),
      member: await memberData(ctx, tx, person),
      ...(await ticketData(ctx, tx, personId)),
      pictures: await pictureData(ctx, tx, personId),
      ...(await contactData(ctx, tx, personId, lang)),
      messages: await messageData(tx, personId),
    }
  })
}

type StoredPersonalData = Awaited<ReturnType<Tx['users']['personalData']>>

function accountData(
  ctx: Ctx,
  person: PersonRow,
  identities: StoredPersonalData['identities'],
  sessions: StoredPersonalData['sessions'],
) {
  const time = (at: number) => timeText(ctx, at)
  return {
    profile: {
      id: person.id,
      name: person.name,
      phone: person.phone,
      lang: person.lang ?? ctx.settings.current().lang,
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
  }
}

async function memberData(ctx: Ctx, tx: Tx, { member_id, proven_at }: PersonRow) {
  const member = member_id === null ? undefined : await tx.members.find(member_id)
  if (!member || !mayManageMember(member, proven_at)) return null
  const { id, name, phone, stuid, class: group, college } = member
  const settings = ctx.settings.current()
  return {
    ...{ id, name, phone, stuid, class: group, college },
    ...(await dutyData(ctx, tx, id)),
    hours: await allLines(tx, id, settings, ctx.now()),
    certificates: await certificatesOfMember(tx, id, settings, ctx.publicUrl),
  }
}

async function dutyData(ctx: Ctx, tx: Tx, memberId: number) {
  const time = (at: number) => timeText(ctx, at)
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

async function ticketData(ctx: Ctx, tx: Tx, personId: number) {
  const time = (at: number) => timeText(ctx, at)
  const tickets = await tx.tickets.allOf(personId)
  const comments = await tx.notes.commentsBy(personId)
  const ratings = await tx.ratings.ofPerson(personId)
  return {
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
      accessories: accessoriesOf(ticket),
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
  }
}

/** Only the member who took an unchecked picture for this person at the counter may open it. */
async function pictureData(ctx: Ctx, tx: Tx, personId: number): Promise<string[]> {
  const pictures = await tx.media.ofPerson(personId)
  return pictures.map(({ writerId, ...picture }) =>
    writerId === null || writerId === personId
      ? pictureUrl(ctx.publicUrl, picture, ctx.now())
      : mediaUrl(ctx.publicUrl, picture.name),
  )
}

async function contactData(ctx: Ctx, tx: Tx, personId: number, lang: Lang) {
  const time = (at: number) => timeText(ctx, at)
  const feedback = await tx.feedback.ofPerson(personId)
  const notices = await tx.notices.ofPerson(personId)
  return {
    feedback: feedback.map(({ id, content, created_at }) => ({ id, content, createdTime: time(created_at) })),
    notices: notices.map(({ id, at, notice }) => ({
      id,
      text: noticeText(words[lang], notice),
      createdTime: time(at),
    })),
  }
}

async function messageData(tx: Tx, personId: number) {
  const recipient = await tx.notify.person(personId)
  const consents = await tx.consents.ofPerson(personId)
  return {
    off: recipient?.choices.off ?? false,
    channels: recipient?.choices.channels ?? {},
    kinds: recipient?.choices.kinds ?? {},
    mail: recipient?.mail ?? '',
    browsers: recipient?.push.length ?? 0,
    consents: [...consents].map(([template, count]) => ({ template, count })),
  }
}
