import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { type KnownSettings, type Settings, useSettings } from '#web/components/settings-form.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useScrollTo } from '#web/lib/scroll.ts'
import { BoardTextSettings } from './BoardTextSettings.tsx'
import { CalendarSettings } from './CalendarSettings.tsx'
import { useCalendarWords } from './calendar-words.ts'
import { BoardToken } from './hours/BoardToken.tsx'
import { ColumnSettings } from './hours/ColumnSettings.tsx'
import { RuleSettings } from './hours/RuleSettings.tsx'
import { SignatorySettings } from './hours/SignatorySettings.tsx'
import { SigningSettings } from './hours/SigningSettings.tsx'
import { KindSettings } from './KindSettings.tsx'
import { MessageSettings } from './MessageSettings.tsx'
import { NumberSettings } from './NumberSettings.tsx'
import { OpenDataSettings } from './OpenDataSettings.tsx'
import { useOpenDataWords } from './open-data-words.ts'
import { PrivacySettings } from './PrivacySettings.tsx'
import { ShiftSettings } from './ShiftSettings.tsx'
import { TeamSettings } from './TeamSettings.tsx'
import { WechatSettings } from './WechatSettings.tsx'
import { useSettingsWords } from './words.ts'

export function SettingsPage() {
  const words = useSettingsWords()
  const settings = useSettings()
  const wechat = useTeam().data?.logins.wechat === true
  useScrollTo(settings.isSuccess, () => document.getElementById(location.hash.slice(1)))
  if (settings.isPending) return <Loading />
  if (settings.isError) return <LoadError error={settings.error} retry={settings.refetch} />
  const known = settings.data
  return (
    <Page title={words.title} about={words.about}>
      <TeamSettings known={known} />
      <KindSettings known={known} />
      <ShiftSettings known={known} />
      <CalendarSettings known={known} />
      <CoverageSettings known={known} />
      <BoardTextSettings known={known} />
      <SigningSettings known={known} />
      {known.signing.on && <BoardToken />}
      <RuleSettings known={known} />
      <ColumnSettings known={known} />
      <SignatorySettings known={known} />
      <MessageSettings known={known} />
      <ClaimSettings known={known} />
      <OpenDataSettings known={known} />
      <PrivacySettings known={known} />
      {wechat && <WechatSettings known={known} />}
      <SessionSettings known={known} />
      <RateSettings known={known} />
    </Page>
  )
}

function CoverageSettings({ known }: { known: KnownSettings }) {
  const words = useCalendarWords()
  return (
    <NumberSettings
      id="coverage"
      title={words.coverage}
      about={words.coverageAbout}
      known={known}
      fields={{ minimumPerShift: words.minimumPerShift }}
      numbersIn={(settings: Pick<Settings, 'minimumPerShift'>) => settings}
      changed={(numbers) => numbers}
    />
  )
}

function ClaimSettings({ known }: { known: KnownSettings }) {
  const words = useOpenDataWords()
  return (
    <NumberSettings
      id="claims"
      title={words.claims}
      about={words.claimsAbout}
      known={known}
      fields={{ claimDays: words.claimDays }}
      numbersIn={(settings: Pick<Settings, 'claimDays'>) => settings}
      changed={(numbers) => numbers}
    />
  )
}

function SessionSettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  return (
    <NumberSettings
      id="sessions"
      title={words.sessions}
      about={words.sessionsAbout}
      known={known}
      fields={{
        sessionDays: words.sessionDays,
        memberSessionDays: words.memberSessionDays,
        adminSessionHours: words.adminSessionHours,
      }}
      numbersIn={(settings: Pick<Settings, 'sessionDays' | 'memberSessionDays' | 'adminSessionHours'>) => settings}
      changed={(numbers) => numbers}
    />
  )
}

function RateSettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  return (
    <NumberSettings
      id="rates"
      title={words.rates}
      about={words.ratesAbout}
      known={known}
      within="rates."
      fields={{
        callsPerMinute: words.callsPerMinute,
        loginsPerMinute: words.loginsPerMinute,
        ticketsPerHour: words.ticketsPerHour,
        commentsPerHour: words.commentsPerHour,
        uploadsPerHour: words.uploadsPerHour,
        feedbackPerHour: words.feedbackPerHour,
      }}
      numbersIn={({ rates }: Pick<Settings, 'rates'>) => rates}
      changed={(rates) => ({ rates: { ...known.rates, ...rates } })}
    />
  )
}
