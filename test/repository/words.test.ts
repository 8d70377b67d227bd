import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeTables } from '#contract/codes.ts'
import { type ErrorCode, errors, type FactCode, type FactsOf, flaws } from '#contract/errors.ts'
import { type Lang, langs } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { neverWords, proseOf, textsOf, usedIn } from '../support/glossary.ts'
import { fileText, ownFiles } from '../support/repository-files.ts'

// The compiler checks that no sentence is missing. This test checks that each is not empty, and in its language.
type Saying = (facts: unknown, limit?: unknown) => string
/** Facts for each sentence that needs some. A new sentence without facts does not compile. */
const facts: { readonly [C in FactCode]: FactsOf<C> } = {
  bad_input: { field: 'name', flaw: 'missing' },
  wrong_role: { needed: 'admin' },
  name_taken: { name: 'Ann' },
  ticket_not_found: { id: 12 },
  already_claimed: { by: 'Ann' },
  move_not_allowed: { allowed: [1, 7] },
  tag_unknown: { tag: 1043 },
  tag_taken: { tag: 1043, id: 12 },
  accessory_never_there: { accessory: 0 },
  accessory_unsaid: { accessory: 0 },
  hours_undecided: { lines: 3 },
  period_taken: { from: '2026-11-01' },
  device_with_team: { id: 12 },
  too_many_requests: { seconds: 7 },
  bad_situation: { rule: 'off_reason' },
  bad_substitute: { name: 'Ann', why: 'unknown' },
  leave_taken: { by: 'Ann' },
  overloaded: { seconds: 1 },
  picture_quota: { seconds: 7200 },
  disk_low: { seconds: 600 },
  ticket_merged: { into: 12 },
  merge_not_allowed: { why: 'owners' },
  import_unreadable: { why: 'empty' },
  import_refused: { rows: 3 },
  repair_day_state: { state: 'closed' },
  plan_of_repair_day: { title: { zh_CN: '十一月维修日', en_US: 'Repair day in November' } },
  too_many_bookings: { most: 3 },
  wave_booked: { bookings: 3 },
  role_taken: { helpers: 2 },
  channel_refused: { trouble: { say: 'credentials' } },
}
/** The facts of all delivery errors. */
const troubleFacts = { reason: 'ECONNREFUSED', seconds: 15, setting: 'EXTERNAL_URL', status: 500 }
const refusals = Object.keys(errors) as ErrorCode[] // the table's own keys

/** Every sentence of a language with its name. */
function sentences(lang: Lang): Map<string, string> {
  const { errors: said, flaws: flawed, mail, external } = words[lang]
  return new Map([
    ...refusals.map((code) => [`errors.${code}`, (said[code] as Saying)(facts[code as FactCode])] as const), // undefined for those that need none
    ...flaws.map((flaw) => [`flaws.${flaw}`, (flawed[flaw] as Saying)('name', 7)] as const),
    ...Object.entries(external.troubles).map(
      ([trouble, text]) => [`troubles.${trouble}`, (text as Saying)(troubleFacts)] as const,
    ),
    ['mail.subject', mail.subject('code', 'Fixers')] as const,
    ['mail.text', mail.text('code', 10, 'Fixers')] as const,
  ])
}

const han = /\p{Script=Han}/u

for (const lang of langs) {
  const all = sentences(lang)
  test(`every sentence exists in ${lang} and differs from the others`, () => {
    for (const [name, sentence] of all) {
      assert.ok(sentence.length > 3 && sentence === sentence.trimStart(), name)
      assert.ok(!/undefined|\[object|NaN|\$\{/.test(sentence), `${name}: ${sentence}`)
    }
    // The sentence of bad_input is that of its flaw.
    const own = [...all].filter(([name]) => name !== 'errors.bad_input').map(([, sentence]) => sentence)
    assert.deepEqual(
      own.filter((sentence, i) => own.indexOf(sentence) !== i),
      [],
    )
  })

  test(`every sentence in ${lang} uses the letters of that language`, () => {
    for (const [name, sentence] of all) assert.equal(han.test(sentence), lang === 'zh_CN', `${name}: ${sentence}`)
    // Names of fields and formats may stay, a run of English words may not.
    if (lang === 'zh_CN')
      for (const [name, sentence] of all) assert.doesNotMatch(sentence, /[a-z]+ [a-z]+ [a-z]+/i, name)
  })

  test(`no sentence in ${lang} is the same as in another language`, () => {
    const others = new Set(langs.filter((other) => other !== lang).flatMap((other) => [...sentences(other).values()]))
    assert.deepEqual(
      [...all].filter(([, sentence]) => others.has(sentence)),
      [],
    )
  })

  test(`every code has a distinct name in ${lang}`, () => {
    for (const [table, codes] of Object.entries(codeTables)) {
      const names = words[lang].codes[table as keyof typeof codeTables] as Record<string, string> // the same keys
      const given = Object.keys(codes).map((code) => names[code] ?? '')
      for (const name of given) assert.equal(han.test(name), lang === 'zh_CN', `${table}: ${name}`)
      assert.equal(new Set(given).size, given.length, table)
    }
  })
}

/** Tables of words, and the texts of the service for its operators. */
const isSaid = (file: string) =>
  /^(?:bin|src\/main|src\/config|src\/contract\/words)\/.*(?<!\.test)\.[jt]s$/.test(file) ||
  (/^(?:client|miniprogram|src|web)\/.*(?<!\.test)\.tsx?$/.test(file) &&
    /\b(?:inLanguages|translated)[<(]|\bzh_CN: /.test(fileText(file)))

/** Pages of documentation for teams, operators and programmers, but none that lists calls, tests or the output of a run. */
const isForTeams = (file: string) =>
  /^(?:README|SECURITY|docs\/(?!words\.|conformance|endpoints|accessibility|forwarding-transcript)[^/]+)(?:\.zh-CN)?\.md$/.test(
    file,
  )

test('texts for people use the words of the glossary and none that it rules out', () => {
  const never = neverWords()
  assert.ok(never.length > 60, 'the tables were read')
  const texts = [
    ...ownFiles()
      .filter(isSaid)
      .flatMap((file) => textsOf(file).map((text) => [file, text] as const)),
    ...ownFiles()
      .filter(isForTeams)
      .flatMap((file) => proseOf(fileText(file)).map((text) => [file, text] as const)),
  ]
  for (const part of ['bin/', 'client/', 'docs/', 'miniprogram/', 'src/contract/words/', 'src/main/', 'web/'])
    assert.ok(
      texts.some(([file]) => file.startsWith(part)),
      `${part} was read`,
    )
  const wrong = texts.flatMap(([file, text]) => usedIn(text, never).map((word) => `${file}: ${word}: ${text}`))
  assert.deepEqual(wrong, [])
})
