import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#contract/team/settings.ts'
import { settingsDraftOf, settingsOf } from '#web/pages/console/settings/draft.ts'
import { foundSettings, type SectionName, type SettingSection } from '#web/pages/console/settings/setting-groups.ts'

const settings = {
  ...defaultSettings,
  timeZone: 'Asia/Shanghai',
  lang: 'en_US' as const,
  timetable: [{ shift: 1, from: '22:00', until: '24:00' }],
  closedDays: [{ from: '2026-10-01', until: '2026-10-07' }],
  makeUpDays: [{ date: '2026-10-10', weekday: 3 }],
  hourColumns: [{ heading: 'Project', source: 'constant' as const, text: 'Repairs' }],
}

test('the settings form leaves settings that were not edited as they are', () => {
  assert.deepEqual(settingsOf(settingsDraftOf(settings)), settings)
})

test('spaces around the team’s name, the map address and a heading are not saved', () => {
  const draft = settingsDraftOf(settings)
  const [column] = draft.hourColumns
  assert.ok(column)
  const saved = settingsOf({
    ...draft,
    teamName: ' Blue Sky ',
    place: { ...draft.place, map: ' https://maps.example.org ' },
    hourColumns: [{ ...column, heading: ' Project ', text: ' Repairs ' }],
  })
  assert.equal(saved.teamName, 'Blue Sky')
  assert.equal(saved.place.map, 'https://maps.example.org')
  assert.deepEqual(saved.hourColumns, settings.hourColumns)
})

test('a search finds a setting by all its words, the closest label first, and no setting that the team does not use', () => {
  const empty = { title: '', fields: {} }
  const sections = new Proxy({} as Record<SectionName, SettingSection>, {
    get: (_, name) => {
      if (name === 'sessions')
        return { title: 'Staying logged in', about: 'Days without use', fields: { sessionDays: 'Users (days)' } }
      if (name === 'wechat') return { title: 'WeChat', fields: { 'wechat.phone': 'May ask users for phone numbers' } }
      if (name === 'kinds') return { title: 'Kinds', fields: { 'kinds[].name': 'Users’ kind' } }
      return empty
    },
  })
  const groups = {
    team: 'Team',
    opening: 'Opening hours',
    tickets: 'Tickets',
    board: 'Board',
    hours: 'Hours',
    messages: 'Messages',
    privacy: 'Privacy',
  }
  const found = (search: string, hidden: readonly SectionName[] = []) =>
    foundSettings(search, sections, groups, hidden).map(({ group, target }) => `${group}#${target}`)
  assert.deepEqual(found('days USERS'), ['privacy#sessionDays'])
  assert.deepEqual(found('days'), ['privacy#sessionDays', 'privacy#sessions'])
  assert.deepEqual(found('users'), ['privacy#sessionDays', 'privacy#wechat.phone'])
  assert.deepEqual(found('users', ['wechat']), ['privacy#sessionDays'])
  assert.deepEqual(found('bicycle'), [])
  assert.deepEqual(found('  '), [])
})
