import { type Status, statuses } from '#contract/codes.ts'
import type { OutcomeInput } from '#contract/tickets/outcome-fields.ts'
import { day, hour, instantOf, localDate } from '#kit/time.ts'
import type { HandBackInput } from '#rules/counter/custody.ts'
import { guessDevice } from '#rules/tickets/categories.ts'
import { handBack, shelve, takeIn } from '#service/counter/custody.ts'
import type { Actor, MemberActor } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { TicketInput } from '#service/tickets/filing.ts'
import { uploadPicture } from '#service/tickets/media.ts'
import { addNote } from '#service/tickets/notes.ts'
import { rateTicket } from '#service/tickets/ratings.ts'
import {
  assignTicket,
  cancelTicket,
  claimTicket,
  createTicket,
  forwardTicket,
  moveTicket,
  retrieveTicket,
} from '#service/tickets/tickets.ts'
import { type DrawingName, drawPhoto } from './pictures.ts'
import { type Repair, repairs } from './repairs.ts'

/** An event of a ticket, in hours after it was filed. */
type Event = { readonly after: number } & (
  | { readonly pick: number }
  | { readonly move: Status; readonly by: number; readonly became?: OutcomeInput }
  | { readonly join: number; readonly by: number }
  | { readonly receive: number; readonly shelf: string }
  | { readonly shelve: string; readonly by: number }
  | { readonly workshop: string; readonly by: number }
  | { readonly retrieve: number; readonly handBack?: HandBackInput }
  | { readonly forward: number }
  | { readonly cancel: true }
  | { readonly rates: number; readonly about: string }
  | { readonly says: string }
  | { readonly answers: string; readonly by: number }
  | { readonly notes: string; readonly by: number }
)

interface Story extends TicketInput {
  readonly shows?: DrawingName
  readonly daysAgo: number
  /** The hour of that day. Ignored for a story of the last day. */
  readonly at?: number
  readonly by: number
  readonly events: readonly Event[]
}

const { diagnosing, repairing, waiting, repaired, unrepairable } = statuses

/** Ratings by some owners, by the day of their tickets. */
const ratings = [
  { daysAgo: 58, rates: 5, about: '当场就修好了，还教我怎么拧灯泡。' },
  { daysAgo: 52, rates: 5, about: '' },
  { daysAgo: 44, rates: 4, about: '修得很好，就是排队久了一点。' },
  { daysAgo: 41, rates: 5, about: 'My rice is warm again. Thank you!' },
  { daysAgo: 30, rates: 4, about: '虽然没修好，但讲得很清楚。' },
  { daysAgo: 24, rates: 5, about: '' },
  { daysAgo: 16, rates: 5, about: '比新的还好按。' },
] as const

function storyOf(repair: Repair): Story {
  const [daysAgo, at, by, member, claimed, done, type, device, deviceModel, description, said, barrier] = repair
  return {
    ...{ daysAgo, at, by, type, device, deviceModel, description },
    events: [
      { after: claimed, pick: member },
      barrier
        ? { after: done, move: unrepairable, by: member, became: { outcome: 'end_of_life', barrier } }
        : { after: done, move: repaired, by: member, became: { outcome: 'fixed', remedy: said } },
      { after: done, answers: said, by: member },
      { after: done + 22, retrieve: member },
      ...ratings
        .filter((one) => one.daysAgo === daysAgo)
        .map(({ rates, about }) => ({ after: done + 30, rates, about })),
    ],
  }
}

type Filing = [daysAgo: number, by: number, type: 0 | 1, device: string, deviceModel: string, description: string]

function story(
  [daysAgo, by, type, device, deviceModel, description]: Filing,
  more: Pick<Story, 'accessories' | 'shows'>,
  events: readonly Event[],
): Story {
  return { daysAgo, by, type, device, deviceModel, description, ...more, events }
}

const stories: readonly Story[] = [
  ...repairs.map(storyOf),
  story([26, 0, 0, '电风扇', '美的 FS40', '开机后转得很慢，有焦味。'], { accessories: [1] }, [
    { after: 2, pick: 0 },
    { after: 3, move: diagnosing, by: 0 },
    { after: 3, notes: '启动电容鼓包，库存里有同规格的。', by: 0 },
    { after: 5, move: repaired, by: 0, became: { outcome: 'fixed', remedy: '启动电容鼓包，换了同规格的。' } },
    { after: 5, answers: '换了启动电容，试转半小时正常，可以来取了。', by: 0 },
    { after: 9, says: '太快了，谢谢！' },
    { after: 28, retrieve: 1 },
    { after: 40, rates: 5, about: '转得比新的还稳。' },
  ]),
  story(
    [19, 1, 1, 'Laptop', 'ThinkPad X1 Carbon', 'Blue screen about once an hour, mostly when the lid is moved.'],
    { shows: 'laptop', accessories: [0, 5] },
    [
      { after: 18, receive: 3, shelf: 'B2' },
      { after: 20, pick: 1 },
      { after: 22, move: diagnosing, by: 1 },
      { after: 23, answers: 'Does it also happen on battery alone?', by: 1 },
      { after: 26, says: 'Yes, and more often when it is warm.' },
      { after: 30, join: 0, by: 1 },
      { after: 44, forward: 1 },
      {
        after: 50,
        move: unrepairable,
        by: 1,
        became: { outcome: 'end_of_life', barrier: 'parts_unavailable', year: 2017 },
      },
      {
        after: 51,
        answers: 'The mainboard has a crack near the memory. We saved your files to a disk for you.',
        by: 1,
      },
      {
        after: 75,
        retrieve: 0,
        handBack: {
          returned: [0],
          missing: [{ accessory: 5, reason: 'She took the bag home on the first day.' }],
          to: 'Ana Oliveira',
          shown: 'id',
        },
      },
    ],
  ),
  story([12, 2, 0, '电饭锅', '苏泊尔 CFXB40', '保温正常，按下煮饭键后马上跳起。'], { accessories: [1, 8] }, [
    { after: 20, receive: 4, shelf: 'A2' },
    { after: 26, pick: 2 },
    { after: 27, move: repairing, by: 2 },
    { after: 30, move: waiting, by: 2 },
    { after: 30, answers: '磁钢限温器坏了，配件已下单，大约三天到。', by: 2 },
    { after: 100, move: repairing, by: 2 },
    { after: 104, move: repaired, by: 2, became: { outcome: 'fixed', remedy: '换了磁钢限温器。', year: 2020 } },
    { after: 104, shelve: 'C1', by: 2 },
  ]),
  story([8, 1, 0, 'Desk lamp', '', 'Flickers.'], {}, [{ after: 6, cancel: true }]),
  story(
    [5, 0, 1, '笔记本电脑', '联想 小新 14', '风扇声音很大，玩游戏时会自动关机，想清灰换硅脂。'],
    { accessories: [0] },
    [
      { after: 17, receive: 5, shelf: 'B1' },
      { after: 18, pick: 0 },
      { after: 20, move: repairing, by: 0 },
      { after: 21, notes: '散热片和风扇之间全是灰，硅脂干裂。', by: 0 },
    ],
  ),
  story([3, 2, 1, '显示器', 'Dell U2419H', '偶尔黑屏几秒，换过线也一样。'], { accessories: [0, 1] }, [
    { after: 3, receive: 1, shelf: 'B3' },
    { after: 4, pick: 1 },
    { after: 5, move: waiting, by: 1 },
    { after: 5, answers: '方便把原装的 DP 线也带来吗？我们想排除线材问题。', by: 1 },
  ]),
  story([2, 1, 0, 'Kettle', 'Philips HD9350', 'Switches off before the water boils.'], { shows: 'kettle' }, [
    { after: 4, receive: 6, shelf: 'A1' },
    { after: 5, pick: 2 },
    { after: 6, move: diagnosing, by: 2 },
  ]),
  story(
    [1, 2, 1, '移动硬盘', '西部数据 2TB', '插上电脑有声音但不识别，里面有毕业设计，请不要格式化。'],
    { accessories: [7] },
    [
      { after: 2, receive: 0, shelf: 'B1' },
      { after: 3, pick: 0 },
      { after: 5, workshop: '数据恢复工作室', by: 0 },
    ],
  ),
  story([0.4, 0, 0, '加湿器', '小米', '不出雾，水箱漏水。'], { shows: 'humidifier' }, []),
  story([0.1, 1, 1, 'Printer', 'HP LaserJet M1005', 'Paper jams at every second page.'], { accessories: [1] }, []),
]

export interface DemoTeam {
  readonly users: readonly Actor[]
  readonly members: readonly MemberActor[]
  /** Sets the clock of the services. */
  readonly at: (moment: number) => void
  readonly zone: string
}

/** Plays all stories in the order of their events. */
export async function fillTickets(ctx: Ctx, { users, members, at, zone }: DemoTeam, now: number): Promise<void> {
  const ids = new Map<Story, number>()
  const happened = stories.flatMap((story) => {
    const began = beginning(story, now, zone)
    return [
      { moment: began, story, event: undefined },
      ...story.events.map((event) => ({ moment: began + event.after * hour, story, event })),
    ]
  })
  for (const { moment, story, event } of happened.toSorted((a, b) => a.moment - b.moment)) {
    at(moment)
    const owner = itemAt(users, story.by)
    if (event) await happen(ctx, ids.get(story) ?? 0, story, owner, members, event)
    else ids.set(story, await handedIn(ctx, owner, story))
  }
}

/** By default in the afternoon. */
function beginning({ daysAgo, at = 14 }: Story, now: number, zone: string): number {
  const ago = Math.round(now - daysAgo * day)
  return daysAgo < 1 ? ago : (instantOf(localDate(ago, zone), zone) ?? ago) + at * hour
}

async function handedIn(ctx: Ctx, owner: Actor, story: Story): Promise<number> {
  const { daysAgo: _, at: __, by: ___, events: ____, shows, ...input } = story
  const pic = shows ? { pic: [await uploadPicture(ctx, owner, await drawPhoto(shows), { network: 'demo' })] } : {}
  return (await createTicket(ctx, owner, { ...input, ...pic })).ticketId ?? 0
}

async function happen(
  ctx: Ctx,
  id: number,
  { device, deviceModel = '' }: Story,
  owner: Actor,
  members: readonly MemberActor[],
  event: Event,
): Promise<unknown> {
  if ('pick' in event) return claimTicket(ctx, itemAt(members, event.pick), id)
  if ('move' in event) {
    // The member confirms the suggested category and brand.
    const became = event.became && { ...guessDevice(device, deviceModel), ...event.became }
    return moveTicket(ctx, itemAt(members, event.by), id, { status: event.move, ...became })
  }
  if ('rates' in event) return rateTicket(ctx, owner, id, { stars: event.rates, content: event.about })
  if ('join' in event)
    return assignTicket(ctx, itemAt(members, event.by), id, { member: itemAt(members, event.join).memberId })
  if ('receive' in event) return takeIn(ctx, itemAt(members, event.receive), { id, shelf: event.shelf })
  if ('shelve' in event) return shelve(ctx, itemAt(members, event.by), id, event.shelve)
  if ('workshop' in event) return handBack(ctx, itemAt(members, event.by), { id, to: 'workshop', name: event.workshop })
  if ('retrieve' in event) return retrieveTicket(ctx, itemAt(members, event.retrieve), id, event.handBack)
  if ('forward' in event) return forwardTicket(ctx, itemAt(members, event.forward), id)
  if ('cancel' in event) return cancelTicket(ctx, owner, id)
  if ('says' in event) return addNote(ctx, owner, id, { content: event.says })
  if ('answers' in event) return addNote(ctx, itemAt(members, event.by), id, { content: event.answers })
  return addNote(ctx, itemAt(members, event.by), id, { content: event.notes, type: 2 })
}

export function itemAt<T>(people: readonly T[], i: number): T {
  const one = people[i]
  if (one === undefined) throw new Error(`the demo has no person ${i}`)
  return one
}
