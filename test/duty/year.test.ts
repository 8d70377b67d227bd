import { test } from 'node:test'
import { checkReminders, checkYear } from './year.ts'

// The first team has many shifts, the others few: a term of theirs has less than 500 reminders. `npm run prove --
// model` tries others.
const seeds = [20_261_118, 836_591_227, 1_865_747_627]

// The machine's own zone is never the team's.
for (const [at, [zone, machine]] of (
  [
    ['Asia/Shanghai', 'America/New_York'],
    ['America/New_York', 'Australia/Lord_Howe'],
    ['Australia/Lord_Howe', 'Pacific/Apia'],
    ['UTC', 'Asia/Kathmandu'],
  ] as const
).entries()) {
  const seed = seeds[at % seeds.length] as number
  test(`duty matches a second calculation every minute of 2026 in ${zone}, on a machine in ${machine} (seed ${seed})`, () => {
    process.env['TZ'] = machine
    checkYear(seed, zone)
  })
}

for (const seed of seeds)
  for (const zone of ['America/New_York', 'Australia/Lord_Howe'])
    test(`messages match a second calculation every minute of a term in ${zone} (seed ${seed})`, () =>
      checkReminders(seed, zone))
