import { test } from 'node:test'
import { checkAutumn, checkSpring } from './repair-day-year.ts'

// In New York the second Sunday of March is a change of the clock, and so is the first night of November.
const zone = 'America/New_York'
const night = { from: '2026-11-01T00:30', until: '2026-11-01T03:30' }

test('half a year of repair days, one cancelled and one moved: duty, calendar, board and messages match a second calculation every minute', () =>
  checkSpring(zone))

test('half a year of repair days, one cancelled while open and one closed early: duty, calendar, board and messages match every minute', () =>
  checkAutumn(zone, night))
