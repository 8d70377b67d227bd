/** `delete` deletes a text; `scrub` takes the owner's name, phone, addresses and accounts out of it. */
type Effect = 'delete' | 'scrub'

interface Effects {
  /** When the person erases their data. */
  readonly erasure?: Effect
  /** When the personal data of an ended ticket is deleted. */
  readonly retention?: Effect
  /** When an administrator removes the member. */
  readonly removal?: Effect
  /** When the personal data of a removed member is deleted. */
  readonly departure?: Effect
}

/** The rules by which texts are deleted. A rule without effects keeps the text; its name says why. */
export const deletionRules = {
  person: { erasure: 'delete' },
  member: { erasure: 'delete', departure: 'delete' },
  certificate: { erasure: 'delete' },
  membership: { erasure: 'delete', removal: 'delete' },
  ticket: { erasure: 'delete', retention: 'delete' },
  words: { erasure: 'delete', retention: 'scrub' },
  device: { erasure: 'scrub', retention: 'scrub' },
  index: { erasure: 'delete', retention: 'delete' },
  passing: {},
  code: {},
  memberName: {},
  record: {},
  reference: {},
  team: {},
} as const satisfies Readonly<Record<string, Effects>>
export type DeletionRule = keyof typeof deletionRules

/** The rule of every text column. Tests compare this table with both schemas and try each rule. */
export const columnDeletion: Readonly<Record<string, Readonly<Record<string, DeletionRule>>>> = {
  booking: { state: 'code' },
  certificate: { number: 'certificate', content: 'certificate' },
  code: { kind: 'person', subject: 'person', device: 'person', address: 'person', network: 'person' },
  conclusion: { week: 'member', shift: 'member', date: 'code', content: 'member' },
  consent: { template: 'person' },
  content_look: { kind: 'person', picture: 'person', why: 'person' },
  custody: { what: 'code', shelf: 'team', to_name: 'ticket', shown: 'code', accessories: 'ticket' },
  day_number: { day: 'code', letter: 'code' },
  factor: { secret: 'membership' },
  feedback: { content: 'person' },
  gram: { gram: 'index', ids: 'code' },
  helper: { state: 'code' },
  holding: { place: 'code', shelf: 'team' },
  hour_line: {
    ...{ kind: 'code', date: 'code', counts_on: 'code', shift: 'code', came_how: 'code', left_how: 'code' },
    ...{ standing: 'code', state: 'code' },
    ...{ what: 'member', with_whom: 'member', reason: 'member', objection: 'member', answer: 'member' },
  },
  hour_period: { name: 'team', from_date: 'code', until_date: 'code', rule: 'code', checksum: 'code' },
  hour_sum: { kind: 'code' },
  idempotency_key: { key: 'ticket' },
  identity: { provider: 'person', subject: 'person', unionid: 'person' },
  import_run: { kind: 'code', by_hand: 'team' },
  imported: { key: 'reference' },
  instance: { name: 'team', push_keys: 'team' },
  leave: { week: 'member', shift: 'member', date: 'code', reason: 'member' },
  log: { before_info: 'record', after_info: 'record', event: 'code' },
  media: { name: 'ticket', secret: 'ticket', trace: 'ticket' },
  member: {
    ...{ name: 'memberName', phone: 'member', stuid: 'member', passwd: 'member', avatar: 'member' },
    ...{ versions: 'code', class: 'member', college: 'member' },
  },
  migration: { name: 'code' },
  note: { content: 'words' },
  notice: { content: 'person' },
  notify: { choices: 'person', mail: 'person', refused: 'person', mail_key: 'person' },
  occasion: { said: 'passing' },
  outbox: {
    ...{ kind: 'person', lane: 'person', payload: 'person', trouble: 'person', destination: 'person', key: 'person' },
    held_by: 'code',
  },
  person: { name: 'person', phone: 'person', lang: 'person', proven_by: 'membership' },
  push_subscription: { endpoint: 'person', p256dh: 'person', auth: 'person' },
  rating: { content: 'ticket' },
  repair_day: {
    ...{ state: 'code', kinds: 'code', title_zh: 'team', title_en: 'team', about_zh: 'team', about_en: 'team' },
    ...{ place_zh: 'team', place_en: 'team', map: 'team', refused: 'team' },
  },
  repair_day_role: { name_zh: 'team', name_en: 'team', duty: 'code' },
  repair_day_task: { text: 'team', due_on: 'code' },
  remote: { system: 'reference', remote_id: 'reference', url: 'reference' },
  roster: { name: 'team', slots: 'memberName' },
  session: { login: 'person', device: 'person', proven_by: 'membership' },
  setting: { value: 'team', versions: 'code' },
  shift_staff: { date: 'code', shift: 'code' },
  situation: { duty: 'code', place: 'team', reason: 'team', recover: 'team', other_time: 'team' },
  stocktake: { shelf: 'team', result: 'code' },
  tally_queue: { counted: 'passing' },
  ticket: {
    ...{ device: 'device', device_model: 'device', brand: 'device', remedy: 'device', description: 'words' },
    ...{ owner: 'ticket', phone: 'ticket', accessories: 'code', outcome: 'code', barrier: 'code' },
  },
  ticket_merge: { moved: 'code' },
  visit: { day: 'code', number: 'code', state: 'code', bench: 'team' },
}
