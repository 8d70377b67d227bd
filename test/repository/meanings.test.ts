import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageWords } from '#client/words/messages.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { type StatusName, type StatusStep, statuses } from '#contract/codes.ts'
import { type Lang, langs } from '#contract/languages.ts'
import type { MessageContent, MessageFacts } from '#contract/messages/message-facts.ts'
import type { ChatKind } from '#contract/messages/messages.ts'
import { words } from '#contract/words/index.ts'
import { messageText } from '#contract/words/words.ts'

// A sentence in the place of another compiles, and is in the right language. So each sentence must contain the words of
// its subject, and none of another subject.

type Marks<K extends string> = { readonly [N in K]: { readonly [L in Lang]: RegExp } }

/** Each text has its own words, and no words of another subject, unless the two texts are equal. */
function assertApart<K extends string>(lang: Lang, marks: Marks<K>, said: ReadonlyMap<K, readonly string[]>): void {
  for (const [name, texts] of said)
    for (const text of texts) {
      assert.match(text, marks[name][lang], `${lang} ${name}`)
      for (const [other, others] of said)
        if (other !== name && !others.includes(text))
          assert.doesNotMatch(text, marks[other][lang], `${lang}: ${name} in the words of ${other}`)
    }
}

const ofStatus: Marks<StatusName> = {
  submitted: { zh_CN: /已提交|已收到|送来/, en_US: /Submitted|have your ticket|for your device/ },
  accepted: { zh_CN: /已接单|已有志愿者接单/, en_US: /Claimed|has claimed it/ },
  diagnosing: { zh_CN: /检测|检查/, en_US: /Diagnosing|finding out/ },
  repairing: { zh_CN: /维修中|正在维修/, en_US: /Repairing|being repaired/ },
  waiting: { zh_CN: /维修暂停/, en_US: /On hold/ },
  repaired: {
    zh_CN: /(?<!没能|未)修好|可以取回/,
    en_US: /(?<!be |not )\b[Rr]epaired(?<!being repaired|Not repaired)|Ready/,
  },
  unrepairable: { zh_CN: /没能修好|未修好/, en_US: /Not repaired|could not be repaired/ },
  cancelled: { zh_CN: /取消/, en_US: /[Cc]ancelled/ },
}
const stepOf: { readonly [S in StatusName]?: StatusStep } = {
  submitted: 'filed',
  repaired: 'ready',
  unrepairable: 'unrepairable',
  cancelled: 'cancelled',
}

const collect = { number: 1, device: 'Kettle', place: 'Building 3', next: undefined }
const time = { date: '2026-11-17', from: '16:30', until: '18:00' }
const shift = { ...time, shift: 1, place: 'Building 3' }
const gap = { ...shift, people: 1, wanted: 2 }
/** Facts for each kind of message, and for each of two opposite messages of one kind. */
const facts: { readonly [K in Exclude<keyof MessageFacts, 'upkeep' | 'duty'>]: MessageFacts[K] } & {
  readonly [K in 'backup' | 'integrity']: MessageFacts['upkeep']
} & { readonly [K in 'open' | 'closed']: MessageFacts['duty'] } = {
  comment: { ...collect, by: 'Ann', text: 'Hm' },
  answered: { ...collect, by: 'Ann', text: 'Hm' },
  waiting: collect,
  ready: collect,
  unrepairable: collect,
  uncollected: { ...collect, days: 7 },
  collected: collect,
  merged: { ...collect, from: 2 },
  idle: { ...collect, days: 7 },
  idle_team: { ...collect, days: 7 },
  called: { ...collect, bench: '3', turn: 'A04' },
  soon: { ...collect, turn: 'A04', ahead: 2 },
  help_tomorrow: { ...time, title: 'Open house', role: 'Desk', place: '' },
  help_asked: { ...time, title: 'Open house', role: 'Desk', place: '', keptDate: '2026-11-16', keptUntil: '20:00' },
  help_changed: { ...time, title: 'Open house', role: 'Desk', place: '', off: false },
  task_due: { title: 'Open house', task: 'Print the poster', due: '2026-11-16' },
  help_gap: { ...time, title: 'Open house', gaps: [{ role: 'Desk', missing: 2 }] },
  booking_tomorrow: { ...collect, ...time, title: 'Open house' },
  place_offered: { ...collect, ...time, title: 'Open house', keptDate: '2026-11-16', keptUntil: '20:00' },
  day_changed: { ...collect, ...time, title: 'Open house', off: false },
  added: collect,
  new_ticket: collect,
  shift_tomorrow: shift,
  shift_soon: shift,
  shift_gap: gap,
  gap,
  summary: { ...shift, text: 'Hm' },
  offer: { ...shift, name: 'Bob' },
  place_taken: { ...shift, name: 'Bob' },
  feedback: {},
  external: {},
  backup: { what: 'backup' },
  integrity: { what: 'integrity' },
  channel: { channel: 'mail' },
  open: { open: true, until: '18:00', place: '', reason: '' },
  closed: { open: false, until: '', place: '', reason: '' },
  digest: { date: '2026-11-17', waiting: 1, ready: 1, shifts: [] },
  test: {},
}
type MessageCase = keyof typeof facts
const kindOf = (telling: MessageCase): MessageContent['kind'] =>
  telling === 'backup' || telling === 'integrity'
    ? 'upkeep'
    : telling === 'open' || telling === 'closed'
      ? 'duty'
      : telling

const ofTelling: Marks<MessageCase> = {
  comment: { zh_CN: /留言/, en_US: /wrote to (you|me)/ },
  answered: { zh_CN: /回复/, en_US: /owner answered/ },
  waiting: { zh_CN: /维修暂停|在等配件/, en_US: /on hold/ },
  ready: { zh_CN: /(?<!没能)修好了，|^可以取回：/, en_US: /Ready to collect|is repaired|device is ready/ },
  unrepairable: { zh_CN: /没能修好/, en_US: /could not be repaired|could not repair|^Not repaired, please collect:/ },
  uncollected: { zh_CN: /等你来取|等你 7 天|还没取/, en_US: /Not collected yet|has been ready|not been collected/ },
  collected: { zh_CN: /已取回|已被取走|已经取回/, en_US: /^Collected:|was collected/ },
  merged: { zh_CN: /合并|并入/, en_US: /now one|now part of|were merged/ },
  idle: {
    zh_CN: /）没有进展$|你负责的|我负责的/,
    en_US: /^No progress on #|You are working on .*no progress|on a ticket I work on$/,
  },
  idle_team: {
    zh_CN: /）没有进展$|已经提醒过|有工单没有/,
    en_US: /^No progress on #|been reminded|a claimed ticket$/,
  },
  called: { zh_CN: /轮到|叫到我/, en_US: /your turn|is called/ },
  soon: { zh_CN: /前面还有|快到我/, en_US: /ahead of you|soon called/ },
  help_tomorrow: { zh_CN: /明天.*帮忙|提醒我去帮忙/, en_US: /help.*tomorrow/ },
  help_asked: {
    zh_CN: /问我来不来|能来帮忙吗|需要你来当帮手/,
    en_US: /Can you help|I am asked|use your help/,
  },
  help_changed: { zh_CN: /时间调整|帮忙的维修日调整/, en_US: /moves to|I help moves/ },
  task_due: { zh_CN: /准备/, en_US: /To do by|task/ },
  help_gap: { zh_CN: /缺帮手/, en_US: /Helpers are missing|needs helpers|lacks helpers/ },
  booking_tomorrow: { zh_CN: /明天.*维修日|请在明天/, en_US: /repair day tomorrow|come tomorrow/ },
  place_offered: { zh_CN: /空位/, en_US: /place is free/ },
  day_changed: { zh_CN: /有变动|改到/, en_US: /^Changed|is now on|is moved/ },
  added: { zh_CN: /你已加入|加进/, en_US: /added/ },
  new_ticket: { zh_CN: /新报修|新的报修/, en_US: /New ticket|submitted during|new ticket comes/ },
  shift_tomorrow: { zh_CN: /明天.*值/, en_US: /shift tomorrow|on duty tomorrow/ },
  shift_soon: { zh_CN: /16:30 开始|再过一小时/, en_US: /starts at|on duty from|starts in an hour/ },
  shift_gap: {
    zh_CN: /[你我]的(班次|第 1 班).*[缺不]/,
    en_US: /Your shift.*(needs people|too few)|^My shift has too few/,
  },
  gap: {
    zh_CN: /^班次缺人|^第 1 班.*人手不够|^缺人|有班次人手/,
    en_US: /^Too few people|^Shift 1.*too few|next two days/,
  },
  summary: { zh_CN: /上一班/, en_US: /last shift/ },
  offer: { zh_CN: /谁能代班|来不了/, en_US: /Can you cover|cannot come/ },
  place_taken: { zh_CN: /为[你我]代/, en_US: /is covering/ },
  feedback: { zh_CN: /反馈/, en_US: /feedback/ },
  external: { zh_CN: /转发|外部工单系统/, en_US: /Forwarding|external ticket system/ },
  backup: { zh_CN: /备份失败|备份或/, en_US: /backup failed|backup or/ },
  integrity: { zh_CN: /已?损坏|备份或/, en_US: /damage|backup or/ },
  channel: { zh_CN: /送不/, en_US: /not arriving/ },
  open: { zh_CN: /^开放中/, en_US: /^Open now/ },
  closed: { zh_CN: /^现在休息/, en_US: /^Closed now/ },
  digest: { zh_CN: /^今天|早上好/, en_US: /^Today|No shifts today|Good morning/ },
  test: { zh_CN: /测试/, en_US: /test/ },
}

for (const lang of langs) {
  const { codes, external, phrases, messages, notices } = words[lang]

  test(`every sentence about a ticket status in ${lang} has the words of that status`, () => {
    const { sentence, steps } = ticketWords(lang)
    const said = (name: StatusName) => {
      const step = stepOf[name]
      return [codes.status[name], external.status(codes.status[name]), sentence[name], ...(step ? [steps[step]] : [])]
    }
    assertApart(
      lang,
      ofStatus,
      new Map(Object.keys(statuses).map((name) => [name as StatusName, said(name as StatusName)])),
    ) // its own keys
    const { accepted, unrepairable } = statuses
    const moved = phrases.note_moved({ from: accepted, to: unrepairable })
    assert.match(moved, new RegExp(`${codes.status.accepted}.*${codes.status.unrepairable}`))
  })

  test(`each message in ${lang} names its subject in the email, the text, the chat and the settings`, () => {
    const chosen: Readonly<Partial<Record<string, string>>> = messageWords(lang).kinds
    const said = (telling: MessageCase) => {
      const told = { ...facts[telling], kind: kindOf(telling) } as MessageContent // the facts of its kind
      const { subject, text } = messageText(words[lang], told)
      const chat = messages.chat[told.kind as ChatKind] as ((told: MessageContent) => string) | undefined // where there is one
      const kind = chosen[told.kind]
      return [subject, text, ...(chat ? [chat(told)] : []), ...(kind === undefined ? [] : [kind])]
    }
    assertApart(
      lang,
      ofTelling,
      new Map(Object.keys(facts).map((telling) => [telling as MessageCase, said(telling as MessageCase)])),
    ) // its own keys
  })

  test(`sentences for opposites differ in ${lang}`, () => {
    const chinese = lang === 'zh_CN'
    const apart = (mark: RegExp, yes: readonly string[], no: readonly string[]) => {
      for (const text of yes) assert.match(text, mark)
      for (const text of no) assert.doesNotMatch(text, mark)
    }
    const undone = chinese ? /撤销/ : /after all|still has the device/
    apart(
      undone,
      [external.unretrieved, phrases.note_unretrieved({})],
      [external.retrieved, phrases.note_retrieved({})],
    )
    const by = (byAdmin: boolean) => [
      notices.password_changed({ byAdmin }),
      notices.password_cleared({ byAdmin }),
      notices.factor_off({ byAdmin }),
    ]
    apart(chinese ? /^管理员/ : /^An administrator/, by(true), by(false))
    const changed = [true, false].map((byAdmin) => notices.password_changed({ byAdmin }))
    const cleared = [true, false].map((byAdmin) => notices.password_cleared({ byAdmin }))
    apart(chinese ? /清除/ : /removed/, cleared, changed)
    apart(chinese ? /开启/ : /switched on/, [notices.factor_on({})], [notices.factor_off({})])
    apart(chinese ? /报修人/ : /owner/, [external.comment('owner', 'Hm', '')], [external.comment('team', 'Hm', '')])
  })
}
