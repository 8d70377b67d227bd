import type { Client } from '#contract/client.ts'
import { type Lang, langs } from '#contract/languages.ts'

type Answer<Call extends (...given: never[]) => unknown> = Awaited<ReturnType<Call>>
export type Shown = Answer<Client['team']['board']>
type Duty = Shown['duty']

/** The service's answers to the display, by path. */
export interface BoardState {
  readonly name: string
  readonly answers: Readonly<Record<string, unknown>>
}

const day = '2026-11-16'
const at = (time: string) => `${day}T${time}:00.000000`
const letters = (text: string, count: number) => text.repeat(Math.ceil(count / text.length)).slice(0, count)

const lengths = ['short', 'long'] as const
type Length = (typeof lengths)[number]

/** Short names as most teams have them; long ones with words longer than a line, up to what the service accepts. */
const texts = {
  zh_CN: {
    short: { team: '东区维修队', place: '3 号楼 105 室', person: '张小明', reason: '春节放假', back: '二月再见' },
    long: {
      team: '大学生科技协会东校区家电与电脑义务维修服务队（含图书馆分队）',
      place: letters('图书馆一楼大厅东侧靠近自动售货机旁边的公共活动区域', 48),
      person: '欧阳尼莎古丽·阿卜杜热合曼·买买提江',
      reason: letters('因学校电力检修以及实验楼消防改造工程，所有工具和设备都已装箱封存，维修暂停，', 87),
      back: letters('工程验收以后，具体时间请看公告栏和公众号通知，', 60),
    },
  },
  en_US: {
    short: {
      team: 'East Campus Repairs',
      place: 'Building 3, room 105',
      person: 'Ann',
      reason: 'Holidays',
      back: 'In May',
    },
    long: {
      team: 'The Volunteer Repair Society of the Universities of Northumberland',
      place: letters('Multipurpose assembly hall of the Wissenschaftszentrumsgebäude, third floor, ', 48),
      person: 'Maximiliana-Theodora von Schwarzenberg-Hohenlohe',
      reason: letters('The power of the whole building is off while its distribution boards are replaced, sorry. ', 87),
      back: letters('As soon as the inspectors have approved it, most likely after Easter; ', 60),
    },
  },
} as const

const closed: Duty = {
  isInDuty: false,
  inDutyCnt: 0,
  currentDuty: '0',
  place: '',
  otherDutyStart: '',
  otherDutyEnd: '',
  offDutyReason: '',
  dutyRecoverTime: '',
  leader: '',
  until: '',
  closes: '',
  next: null,
  updatedTime: '',
}
const open: Duty = { ...closed, isInDuty: true, inDutyCnt: 3, currentDuty: '1' }
const next = { shift: '2', from: '2026-11-17T09:00:00.000000', until: '2026-11-17T12:00:00.000000', place: '' }

function duties(lang: Lang, length: Length): Readonly<Record<string, Duty>> {
  const { place, person, reason, back } = texts[lang][length]
  const long = length === 'long'
  return {
    open: { ...open, leader: person, until: at('12:00'), closes: at('12:00'), inDutyCnt: long ? 999 : 3 },
    special: {
      ...open,
      currentDuty: 'others',
      place,
      until: at('12:00'),
      closes: at('12:00'),
      next: { ...next, place },
    },
    closed: { ...closed, next: { ...next, place: long ? place : '' } },
    holiday: { ...closed, offDutyReason: reason, dutyRecoverTime: '2026-11-17 09:00', next },
    unknown: closed,
    paused: {
      ...closed,
      currentDuty: 'off',
      offDutyReason: reason,
      dutyRecoverTime: back,
      next: long ? { ...next, from: at('14:00'), place } : null,
    },
    ...(long && {
      endless: { ...closed, currentDuty: 'off', offDutyReason: letters(`${reason} `, 4000), dutyRecoverTime: back },
    }),
  }
}

const queueOf = (count: number, waiting: number, bench: string) => {
  const called = Array.from({ length: count }, (_, i) =>
    bench.length > 3 && i === 0 ? 'QX117' : `A${String(count - i).padStart(2, '0')}`,
  )
  const calls = called.map((number, i) => ({
    number,
    bench: i % 3 === 2 ? '' : i % 3 === 1 ? '3' : bench,
    time: at('09:00'),
  }))
  return { called, calls, waiting }
}
const ready = (count: number, from: number) => Array.from({ length: count }, (_, i) => from + i)
const code = (names: readonly string[]) => ({
  code: 'K7Q02XP1',
  url: 'https://repair.example.edu/in#K7Q02XP1',
  seconds: 30,
  here: names.map((name, i) => ({ id: i + 1, name, since: at('09:00') })),
})

/** The parts of the board beside the duty. */
const scenes = {
  plain: { short: { ready: ready(4, 134) }, long: { ready: ready(40, 20_100) } },
  empty: { short: {}, long: { queue: queueOf(0, 1, '') } },
  code: { short: { ready: ready(2, 7), code: true }, long: { ready: ready(60, 134), code: true } },
  queue: {
    short: { ready: ready(3, 134), queue: queueOf(2, 3, '2') },
    long: { ready: ready(40, 20_100), queue: queueOf(20, 128, 'Window table, north') },
  },
  both: {
    short: { queue: queueOf(1, 0, ''), code: true },
    long: { ready: ready(40, 20_100), queue: queueOf(7, 128, 'WWWWWWWWWWWWWWWWWWWW'), code: true },
  },
} satisfies Record<string, Record<Length, { ready?: number[]; queue?: Shown['queue']; code?: boolean }>>

/** Every state of the display with short and long names, each at its own minute of the day. */
export function boardStates(lang: Lang): BoardState[] {
  return lengths.flatMap((length) =>
    Object.entries(duties(lang, length)).flatMap(([what, duty]) =>
      Object.entries(scenes).map(([beside, scene]) =>
        stateOf(lang, length, `${length} ${what} ${beside}`, duty, scene[length]),
      ),
    ),
  )
}

function stateOf(
  lang: Lang,
  length: Length,
  name: string,
  duty: Duty,
  scene: { ready?: number[]; queue?: Shown['queue']; code?: boolean },
): BoardState {
  const { team, place, person, reason } = texts[lang][length]
  const long = length === 'long'
  const both = (text: string) => Object.fromEntries(langs.map((one) => [one, text]))
  const board: Shown = {
    time: at('09:30'),
    duty,
    waiting: long ? 128 : 2,
    ready: scene.ready ?? [],
    more: long,
    queue: scene.queue ?? queueOf(0, 0, ''),
    text: long ? letters(`${reason} `, 200) : '',
  }
  const hours = [
    { from: at('09:00'), until: at('12:00'), place: '' },
    { from: at('14:00'), until: at('17:30'), place: '' },
  ]
  return {
    name: `${lang} ${name}`,
    answers: {
      '/team': {
        name: team,
        place: { name: both(place), map: '' },
        url: long ? 'https://repair.northumberland-universities.example.ac.uk' : 'https://repair.example.edu',
        lang,
        timeZone: 'Asia/Shanghai',
        logins: {},
        kinds: [],
        signing: true,
      },
      '/team/board': board,
      '/duty/week': {
        list: [
          {
            date: day,
            weekday: 1,
            open: long ? [...hours, { from: at('18:00'), until: at('20:00'), place: '' }] : hours.slice(0, 1),
          },
        ],
      },
      ...(scene.code && { '/board/code': code(long ? Array.from({ length: 9 }, () => person) : [person]) }),
    },
  }
}
