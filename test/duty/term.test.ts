import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { liveThroughTerm } from './term-story.ts'

onEachDatabase('the hours of a term', (on) => {
  test('the hours of sixty people over a term match a second calculation, entry by entry', async () => {
    const { deeds, lines } = await liveThroughTerm(on, 20)
    assert.ok(deeds > 450 && lines > 270, `${deeds} deeds, ${lines} lines`)
  })
})
