import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { searchTicketIds } from '#service/tickets/search.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { openEngine } from '#store/engine/open.ts'
import { indexRows } from '#store/tickets/search-index.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'

const texts = ['Mac OS X', 'Quiz 7', '电脑', '\u212aettle, \u0130ron', 'ÀÉÑ', 'σ Z_0']
// So many tickets that some are in the second block of ids.
const tickets = Array.from({ length: 1100 }, (_, i) => ({
  person_id: 1,
  type: 0,
  status: 0 as const,
  open: 1,
  device: texts[i % texts.length] ?? '',
  device_model: i === 1050 ? 'Jolla' : '',
  owner: '',
  phone: '13800138001',
  description: '',
  accessories: '[]',
  created_at: 0,
}))
const meant = indexRows(tickets.map((ticket, i) => ({ id: i + 1, grams: ticketGrams(ticket) }))).filter(({ gram }) =>
  /^[a-z0-9]$/.test(gram),
)
const compared = (rows: typeof meant) =>
  rows.map(({ gram, block, ids }) => `${gram} ${block} ${ids.match(/../g)?.sort().join(' ')}`).sort()

onEachDatabase('tickets indexed by an earlier version', (kind) => {
  test('a migration indexes the single letters of old tickets, and a search finds them', async () => {
    await using made = await freshStore(kind)
    const { store, fresh } = made
    await using engine = await openEngine(fresh.config)
    await engine.change(async (db) => {
      await db.insertInto('person').values({ name: '', phone: '', created_at: 0 }).execute()
      await db.insertInto('ticket').values(tickets).execute()
      // The end of a word was an n-gram in that version too.
      await db.insertInto('gram').values({ gram: 'x', block: 0, ids: '01' }).execute()
      await db.deleteFrom('migration').where('name', '=', '008-letters').execute()
    })
    await store.migrate(0)
    const rows = await engine.read((db) =>
      db.selectFrom('gram').where(sql<number>`length(gram)`, '=', 1).selectAll().execute(),
    )
    assert.deepEqual(compared(rows), compared(meant))
    const wish = { open: false, memberId: 0, personId: 0, seesPhones: true, queryType: 0, offset: 0, count: 2 }
    const found = async (values: string) => (await searchTicketIds(store, { ...wish, values })).ids
    assert.deepEqual(await found('j'), [1051])
    assert.deepEqual(await found('K'), [1096, 1090])
    assert.deepEqual(await found('q 7'), [1100, 1094])
    assert.deepEqual(await found('w'), [])
  })
})
