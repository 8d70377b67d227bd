import { after } from 'node:test'
import type { DialectName } from '#store/engine/dialects.ts'
import { type FreshDatabase, freshDatabase } from './databases.ts'
import { newTeam, type Person, type Team, type TeamOptions } from './team.ts'

export const timetable = [
  { shift: 1, from: '09:00', until: '12:00' },
  { shift: 2, from: '14:00', until: '17:00' },
  { shift: 3, from: '19:00', until: '21:00' },
]

export interface TeamWithRoster {
  readonly admin: Person
  readonly ann: Person
  readonly bob: Person
  readonly eve: Person
}

/** A team with hours and a roster: Ann leads and Bob works shift 1 on Mondays and Tuesdays, Eve has shift 2 on Mondays. */
export async function addRoster(team: Team): Promise<TeamWithRoster> {
  const admin = await team.admin()
  await admin.admin.updateSettings({ timetable })
  const ann = await team.member('Ann')
  const bob = await team.member('Bob')
  const eve = await team.member('Eve')
  await admin.rosters.create({
    name: 'Autumn',
    sheet: [
      { weekday: 1, shift: 1, workers: ['Ann', 'Bob'], leader: 'Ann' },
      { weekday: 1, shift: 2, workers: ['Eve'], leader: 'Eve' },
      { weekday: 2, shift: 1, workers: ['Ann', 'Bob'], leader: 'Ann' },
    ],
  })
  return { admin, ann, bob, eve }
}

interface Model {
  readonly fresh: FreshDatabase
  readonly tokens: Readonly<Record<keyof TeamWithRoster, string>>
}

const models = new Map<DialectName, Promise<Model>>()
after(async () => {
  for (const model of models.values()) await (await model).fresh[Symbol.asyncDispose]()
})

/** A team with a roster at the usual time, copied from a prepared one, which is much faster. */
export async function staffedTeam({
  on = 'sqlite',
  ...options
}: Omit<TeamOptions, 'at' | 'beside' | 'like'> = {}): Promise<Team & { readonly staff: TeamWithRoster }> {
  const { fresh, tokens } = await models.getOrInsertComputed(on, () => makeModel(on))
  const team = await newTeam({ on, ...options, like: { fresh, admin: tokens.admin } })
  const person = (who: keyof TeamWithRoster) => team.as(tokens[who], 'en_US')
  return {
    ...team,
    staff: { admin: await team.admin(), ann: person('ann'), bob: person('bob'), eve: person('eve') },
  }
}

async function makeModel(on: DialectName): Promise<Model> {
  const fresh = await freshDatabase(on, { migrated: true })
  // As an additional node, so that the database stays.
  await using team = await newTeam({ on, beside: { fresh } })
  const { admin, ann, bob, eve } = await addRoster(team)
  return { fresh, tokens: { admin: admin.token, ann: ann.token, bob: bob.token, eve: eve.token } }
}

/** The input of an administrator for each kind of situation. */
export const off = { isInDuty: false, currentDuty: 'off', offDutyReason: 'exams', dutyRecoverTime: 'in January' }
export const ended = { isInDuty: false, currentDuty: '0' }
export const shift = (number: number, inDutyCnt: number) => ({ isInDuty: true, currentDuty: String(number), inDutyCnt })
export const others = (otherDutyTime: string, place = 'Gate 3', inDutyCnt = 4) => ({
  isInDuty: true,
  currentDuty: 'others',
  inDutyCnt,
  otherDutyTime,
  place,
})
