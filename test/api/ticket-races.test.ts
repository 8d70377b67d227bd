import { test } from 'node:test'
import { raceForTickets } from '../support/race.ts'

// SQLite has one writer, so a few rounds show as much as many.
test('of 32 members who claim a ticket at once one gets it, and the others are told who (sqlite)', () =>
  raceForTickets('sqlite', { members: 32, tickets: 5, nodes: 1 }))

test('of 32 members who claim a ticket at once on two nodes one gets it (postgres)', () =>
  raceForTickets('postgres', { members: 32, tickets: 20, nodes: 2 }))
