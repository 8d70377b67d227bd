import { demoLogin } from '#adapters/login/demo.ts'
import { type Clock, day } from '#kit/time.ts'
import { defaultTiming } from '#rules/outbox/outbox.ts'
import { unlimitedBudget } from '#rules/tickets/picture-budget.ts'
import { createContext } from '#service/create-context.ts'
import { logIn } from '#service/people/login.ts'
import { chooseLanguage, sendFeedback, updateProfile } from '#service/people/users.ts'
import type { Actor } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'
import { noChannels, type Ports } from '#service/shared/ports.ts'
import type { Store } from '#store/store.ts'
import { fillRepairDay } from './day.ts'
import { fillConclusions, fillDuty, demoMembers as names } from './duty.ts'
import { fillHours } from './hours.ts'
import { fillNextDay, fillPastDay } from './repair-days.ts'
import { importSpreadsheet } from './spreadsheet.ts'
import { fillTickets } from './tickets.ts'

/** The database has people already, from whom example data could not be told apart. */
export class NotEmptyError extends Error {
  override name = 'NotEmpty'
}

const users = [
  { name: '林晓', phone: '13800138001', lang: 'zh_CN', says: '值班的同学很耐心，风扇当天就修好了，谢谢！' },
  {
    name: 'Maria Oliveira',
    phone: '+86 139 1234 5678',
    lang: 'en_US',
    says: 'Could the opening hours be posted at the dormitory gate too?',
  },
  { name: '周子涵', phone: '13700137002', lang: 'zh_CN', says: '希望周末也能有人值班。' },
] as const

export const demoLogins =
  'demo team: log in with the code demo-user-1, -2 or -3 as a user, demo-member-1 to -7 as a member; the admin code makes you its administrator'

const staysOut =
  'demo team: not here. This database holds people already and stays as it is; with DATA_DIR set to an empty folder the team moves in there'

/** Fills an empty database. Returns how to log in, or why the demo team is not there. */
export async function fillDemoIfEmpty(...where: Parameters<typeof fillDemo>): Promise<string> {
  try {
    await fillDemo(...where)
  } catch (error) {
    if (!(error instanceof NotEmptyError)) throw error
    const known = await where[0].read((tx) => Promise.all(names.map((name) => tx.members.activeByName(name))))
    if (!known.some(Boolean)) return staysOut
  }
  return demoLogins
}

/** Fills an empty database with the term of a made-up team, by calling the services with a clock in the past. */
export async function fillDemo(
  store: Store,
  services: Pick<Ports, 'media' | 'pictures' | 'external'>,
  now: number,
  zone: string,
): Promise<void> {
  if (await store.read((tx) => tx.users.exists()))
    throw new NotEmptyError('The database is not empty: the demo team moves into a new one only.')
  let clock = now - 60 * day
  const ctx = demoContext(store, services, () => clock, zone)
  const login = async (code: string): Promise<Actor> => {
    const actor = await ctx.actors.of(await logIn(ctx, { code }, ''))
    if (!actor) throw new Error('a login that was just made is gone')
    return actor
  }
  const at = (moment: number) => {
    clock = moment
  }
  const team = { ctx, now, zone, at, login }
  const { admin, people: members } = await fillDuty(team)
  at(now - 90 * day)
  await importSpreadsheet(ctx, admin, now, zone)
  const people: Actor[] = []
  for (const [i, { name, phone, lang, says }] of users.entries()) {
    at(now - (80 - i) * day)
    const actor = await login(`demo-user-${i + 1}`)
    await updateProfile(ctx, actor, { name, phone })
    await chooseLanguage(ctx, actor, lang)
    at(now - (50 - 10 * i) * day)
    await sendFeedback(ctx, actor, says)
    people.push(actor)
  }
  const everybody = { users: people, members, at, zone }
  const days = { team, admin, members }
  const past = await fillPastDay(days)
  await fillTickets(ctx, everybody, now)
  await fillRepairDay(ctx, everybody, now)
  await fillNextDay(days, past, people)
  await fillHours(store, team, admin, members)
  await fillConclusions(team, members)
}

function demoContext(
  store: Store,
  services: Pick<Ports, 'media' | 'pictures' | 'external'>,
  clock: Clock,
  zone: string,
): Ctx {
  const ports: Ports = {
    ...services,
    miniProgram: demoLogin(),
    wechat: undefined,
    mailer: undefined,
    identity: undefined,
    channels: noChannels,
  }
  return createContext({
    store,
    ports,
    now: clock,
    deletionTime: clock,
    team: { lang: 'zh_CN', zone },
    publicUrl: '',
    guestLogin: false,
    rateLimits: false,
    forwards: false,
    gatherMs: defaultTiming.gatherMs,
    pictureBudget: unlimitedBudget,
    forwardedFile: { blank: async () => 0 },
    warn: () => {},
    adminLoggedIn: () => {},
  })
}
