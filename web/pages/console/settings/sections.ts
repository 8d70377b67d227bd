import { langs } from '#contract/languages.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useCalendarWords } from './calendar-words.ts'
import { useSettingGroupWords } from './group-words.ts'
import { useHourSettingWords } from './hours/words.ts'
import { useMessageSettingWords } from './message-words.ts'
import { useOpenDataWords } from './open-data-words.ts'
import type { SectionName, SettingSection } from './setting-groups.ts'
import { useSettingsWords } from './words.ts'

/** Sections that this team has no use for. */
export function useHiddenSections(): readonly SectionName[] {
  return useTeam().data?.logins.wechat === true ? [] : ['wechat']
}

/** Labels of the fields of one setting, with its name before them. */
const within = <Label extends object>(name: string, labels: Label, names: readonly (keyof Label & string)[]) =>
  Object.fromEntries(names.map((one) => [`${name}.${one}`, labels[one] as string])) // the caller passes only names of texts

export function useSettingSections(): Readonly<Record<SectionName, SettingSection>> {
  const words = useSettingsWords()
  const groups = useSettingGroupWords()
  return {
    team: {
      title: groups.nameAndPlace,
      fields: {
        teamName: words.teamName,
        ...within('place.name', words.place, langs),
        'place.map': words.map,
        timeZone: words.timeZone,
        lang: words.lang,
      },
    },
    ...useOpeningSections(),
    ...useTicketSections(),
    ...useHourSections(),
    ...useMessageSections(),
    ...usePrivacySections(),
  }
}

function useOpeningSections() {
  const words = useSettingsWords()
  const calendar = useCalendarWords()
  return {
    shifts: { title: words.shifts, about: words.shiftsAbout, fields: {} },
    calendar: {
      title: calendar.title,
      about: calendar.about,
      fields: {
        'closedDays[]': calendar.closed,
        ...within('closedDays[]', calendar, ['from', 'until', 'name']),
        'makeUpDays[]': calendar.madeUp,
        'makeUpDays[].date': calendar.date,
        'makeUpDays[].weekday': calendar.like,
      },
    },
    coverage: {
      title: calendar.coverage,
      about: calendar.coverageAbout,
      fields: { minimumPerShift: calendar.minimumPerShift },
    },
  }
}

function useTicketSections() {
  const words = useSettingsWords()
  const data = useOpenDataWords()
  return {
    kinds: {
      title: words.kinds,
      about: words.kindsAbout,
      fields: { 'kinds[].name': words.kind, ...within('kinds[].name', words.kindName, langs) },
    },
    claims: { title: data.claims, about: data.claimsAbout, fields: { claimDays: data.claimDays } },
    'open-data': {
      title: data.title,
      about: data.about,
      fields: within('openData', data, ['provider', 'group', 'country', 'impact']),
    },
  }
}

function useHourSections() {
  const words = useSettingsWords()
  const hours = useHourSettingWords()
  const rule = ['rounding', 'direction', 'per', 'mostPerDay', 'ticketMinutes'] as const
  const nights = ['nightFrom', 'nightUntil', 'nightPercent', 'closedPercent'] as const
  return {
    board: { title: words.board, about: words.boardAbout, fields: within('boardText', words.boardText, langs) },
    signing: {
      title: hours.signing,
      about: hours.signingAbout,
      fields: within('signing', hours, ['on', 'desk', 'earlyMinutes', 'overtimeMinutes']),
    },
    display: { title: hours.board, about: hours.boardAbout, fields: {} },
    rule: { title: hours.rule, about: hours.ruleAbout, fields: within('hourRule', hours, [...rule, ...nights]) },
    columns: {
      title: hours.columns,
      about: hours.columnsAbout,
      fields: within('hourColumns[]', hours, ['source', 'heading', 'text']),
    },
    signatory: {
      title: hours.signatory,
      about: hours.signatoryAbout,
      fields: within('signatory', hours.signatoryIn, langs),
    },
  }
}

function useMessageSections() {
  const groups = useSettingGroupWords()
  const words = useMessageSettingWords()
  return {
    messages: {
      title: groups.whatIsSent,
      about: words.about,
      fields: {
        ...within('messages', words, ['quietFrom', 'quietUntil', 'reminderTime', 'uncollectedDays']),
        'messages.uncollectedDays[]': words.uncollectedDays,
      },
    },
    chat: { title: words.chat, fields: {} },
    webhook: { title: words.webhook, about: words.webhookAbout, fields: {} },
  }
}

function usePrivacySections() {
  const words = useSettingsWords()
  const { retentionDays, receiptDays, phonesForAllMembers, sessionDays, memberSessionDays, adminSessionHours } = words
  const calls = ['callsPerMinute', 'loginsPerMinute'] as const
  const hourly = ['ticketsPerHour', 'commentsPerHour', 'uploadsPerHour', 'feedbackPerHour'] as const
  return {
    privacy: {
      title: words.privacy,
      about: words.privacyAbout,
      fields: { retentionDays, receiptDays, phonesForAllMembers },
    },
    sessions: {
      title: words.sessions,
      about: words.sessionsAbout,
      fields: { sessionDays, memberSessionDays, adminSessionHours },
    },
    rates: { title: words.rates, about: words.ratesAbout, fields: within('rates', words, [...calls, ...hourly]) },
    wechat: {
      title: words.wechat,
      about: words.wechatAbout,
      fields: {
        'wechat.checkContent': words.checkContent,
        'wechat.whenUnchecked': words.whenUnchecked,
        'wechat.phone': words.wechatPhone,
      },
    },
  }
}
