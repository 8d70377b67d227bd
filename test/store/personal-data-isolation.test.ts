import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConclusionStore } from '#store/duty/conclusions.ts'
import { FeedStore } from '#store/duty/feeds.ts'
import { LeaveStore } from '#store/duty/leaves.ts'
import type { Db } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import { FactorStore } from '#store/people/factors.ts'
import { FeedbackStore } from '#store/people/feedback.ts'
import { NoticeStore } from '#store/people/notices.ts'
import { CodeStore } from '#store/people/one-time-codes.ts'
import { SessionStore } from '#store/people/sessions.ts'
import { KeyStore } from '#store/team/idempotency-keys.ts'
import { PictureStore } from '#store/tickets/media.ts'
import { NoteStore } from '#store/tickets/notes.ts'
import { TicketStore } from '#store/tickets/tickets.ts'
import { freshDatabase, onEachDatabase } from '../support/databases.ts'

const unset = {
  accessories: '[]',
  claimed_at: null,
  finished_at: null,
  confirmed_at: null,
  ended_at: null,
  forwarded_at: null,
}
const bytes = (...numbers: number[]) => Uint8Array.from(numbers)

/** Inserts a person and their membership, both with this id, and one row of everything. */
async function withEverything(db: Db, id: number): Promise<void> {
  const of = { person_id: id, created_at: id }
  await db
    .insertInto('member')
    .values({ name: `m${id}`, admin: 0, active: 1, created_at: 0, seen_at: null })
    .execute()
  await db
    .insertInto('person')
    .values({ name: `p${id}`, phone: '', lang: null, member_id: id, created_at: 0 })
    .execute()
  for (const device of [`phone ${id}`, `tablet ${id}`])
    await new SessionStore(db).open(
      bytes(id, device.length),
      { personId: id, at: id, login: 'demo', device, needsProof: false },
      { memberId: id, provenAt: id, provenBy: 'password', confirmedAt: null },
    )
  await new CodeStore(db).add({ hash: bytes(id), kind: 'invitation', memberId: id, at: id, livesMs: 9 })
  await new FactorStore(db).begin(id, 'secret', id)
  await new FactorStore(db).replaceRecovery(id, [bytes(id, 1), bytes(id, 2)])
  await new NoticeStore(db).add(id, 'new_device', id, { device: '' })
  await new FeedbackStore(db).add(id, 'thanks', id)
  await new FeedStore(db).put(id, bytes(id), id)
  await new ConclusionStore(db).add({
    memberId: id,
    week: '1',
    shift: '1',
    date: null,
    number: null,
    content: 'quiet',
    at: id,
  })
  await db
    .insertInto('leave')
    .values({ member_id: id, week: '1', shift: '1', date: null, number: null, reason: 'ill', created_at: id })
    .execute()
  for (const device of ['kettle', 'lamp'])
    await db
      .insertInto('ticket')
      .values({
        ...of,
        type: 0,
        status: 0,
        open: 1,
        device,
        device_model: '',
        owner: '',
        phone: '',
        description: '',
        ...unset,
      })
      .execute()
  await db
    .insertInto('note')
    .values({ ...of, ticket_id: 2 * id, type: 1, member_id: null, content: 'hello' })
    .execute()
  await db
    .insertInto('idempotency_key')
    .values({ ...of, key: 'k', body: bytes(1), ticket_id: 2 * id, note_id: null })
    .execute()
  for (const [name, use] of [
    ['note', { note_id: id, member_id: null, created_at: 3 }],
    ['face', { note_id: null, member_id: id, created_at: 4 }],
  ] as const)
    await db
      .insertInto('media')
      .values({ ...of, ...use, name: `${name}${id}` })
      .execute()
}

const ofPeople = ['session', 'notice', 'feedback', 'ticket', 'note', 'idempotency_key', 'media'] as const
const ofMembers = ['code', 'factor', 'recovery', 'feed', 'conclusion', 'leave'] as const

async function rowsOf(db: Db, id: number): Promise<string> {
  const rows: unknown[] = []
  for (const table of ofPeople) rows.push(await db.selectFrom(table).where('person_id', '=', id).selectAll().execute())
  for (const table of ofMembers) rows.push(await db.selectFrom(table).where('member_id', '=', id).selectAll().execute())
  return JSON.stringify(rows)
}

onEachDatabase('data of one person and another', (on) => {
  test('data is listed for its own person only, and deleting it for one person deletes nothing of another', async () => {
    await using fresh = await freshDatabase(on, { migrated: true })
    await using engine = await openEngine(fresh.config)
    await engine.change(async (db) => {
      for (const id of [1, 2]) await withEverything(db, id)
      assert.deepEqual(await new TicketStore(db).idsOf(1), [1, 2])
      assert.deepEqual(
        (await new TicketStore(db).allOf(2)).map(({ id }) => id),
        [3, 4],
      )
      assert.deepEqual((await new SessionStore(db).devicesOf(1)).sort(), ['phone 1', 'tablet 1'])
      const pictures = await new PictureStore(db).ofPerson(1)
      assert.deepEqual(
        pictures.map(({ name }) => name),
        ['note1', 'face1'],
      )
      assert.deepEqual(
        (await new NoteStore(db).commentsBy(2)).map(({ id }) => id),
        [2],
      )
      assert.deepEqual(
        (await new FeedbackStore(db).ofPerson(2)).map(({ id }) => id),
        [2],
      )
      assert.deepEqual(
        (await new NoticeStore(db).ofPerson(2)).map(({ id }) => id),
        [2],
      )
      assert.deepEqual(
        (await new ConclusionStore(db).ofMember(2)).map(({ id }) => id),
        [2],
      )
      assert.deepEqual(
        (await new LeaveStore(db).ofMember(2)).map(({ id }) => id),
        [2],
      )
      assert.equal(await new FactorStore(db).countRecovery(1), 2)

      const before = await rowsOf(db, 2)
      assert.equal(await new FactorStore(db).consumeRecovery(1, bytes(2, 1)), false)
      assert.equal(await new FactorStore(db).consumeStep(1, 5), true)
      await new FactorStore(db).confirm(1, 5)
      await new NoticeStore(db).setSeen(1, 9, 5)
      await new SessionStore(db).demoteOthers(1, 7)
      await new SessionStore(db).demoteAll(1)
      await new CodeStore(db).removeInvitations(1)
      await new ConclusionStore(db).eraseWords(1)
      await new LeaveStore(db).eraseWords(1)
      await new NoteStore(db).eraseCommentsBy(1)
      await new PictureStore(db).retireMember(1)
      await new PictureStore(db).retirePerson(1)
      await new KeyStore(db).removeOfPerson(1)
      await new NoticeStore(db).remove(1)
      await new FeedbackStore(db).removeOfPerson(1)
      await new FeedStore(db).remove(1)
      await new FactorStore(db).remove(1)
      assert.equal(await rowsOf(db, 2), before)
    })
  })
})
