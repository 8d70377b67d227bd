import { test } from 'node:test'
import { raceForTickets } from '../support/race.ts'

// SQLite has one writer, one after the other: there a few rounds show as much as many.
test('32 members want the same ticket at once: one wins, the others are told who (sqlite)', () =>
  raceForTickets('sqlite', { members: 32, tickets: 5, nodes: 1 }))

test('the same on two nodes (postgres)', () => raceForTickets('postgres', { members: 32, tickets: 20, nodes: 2 }))
