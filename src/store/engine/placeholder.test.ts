import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kyselyOver } from './query-runner.ts'
import { inList } from './sql-words.ts'
import { statement } from './statement.ts'

const asked: { sql: string; parameters: readonly unknown[] }[] = []
const over = (kind: 'sqlite' | 'postgres') =>
  kyselyOver(kind, ({ sql, parameters }) => {
    asked.push({ sql, parameters })
    return { rows: [] }
  })

test('building a prepared statement that computes with a parameter fails, and the error names the parameter', async () => {
  const wrong: Readonly<Record<string, (values: { day: number; ids: readonly number[] }) => unknown>> = {
    added: ({ day }) => day + 1,
    compared: ({ day }) => day > 3,
    printed: ({ day }) => `${day}`,
    'in JSON': ({ ids }) => JSON.stringify(ids),
    iterated: ({ ids }) => [...ids],
    copied: (values) => ({ ...values }),
  }
  for (const [how, use] of Object.entries(wrong)) {
    const made = statement((db, values: { day: number; ids: readonly number[] }) => {
      use(values)
      return db.selectFrom('log').select('id')
    })
    await assert.rejects(made(over('sqlite'), { day: 1, ids: [] }), /while (a statement|it) is built/, how)
  }
})

test('a list is one parameter, in the form of each database, and row locks are left out on SQLite', async () => {
  const find = statement((db, { ids }: { ids: readonly number[] }) =>
    db
      .selectFrom('ticket')
      .where(inList(db, 'id', ids))
      .select('id')
      .distinct()
      .forUpdate()
      .skipLocked(),
  )
  asked.length = 0
  for (const kind of ['sqlite', 'postgres'] as const) for (const ids of [[1], [2, 3]]) await find(over(kind), { ids })
  assert.deepEqual(
    asked.map(({ parameters }) => parameters),
    [['[1]'], ['[2,3]'], [[1]], [[2, 3]]],
  )
  assert.deepEqual(
    asked.map(({ sql }) => [sql.includes('select distinct'), /for update/i.test(sql), /skip locked/i.test(sql)]),
    [
      [true, false, false],
      [true, false, false],
      [true, true, true],
      [true, true, true],
    ],
  )
})
