import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useScrollTo } from '#web/lib/scroll.ts'
import { CalendarSettings } from './CalendarSettings.tsx'
import { BoardToken } from './hours/BoardToken.tsx'
import { ColumnSettings } from './hours/ColumnSettings.tsx'
import { RuleSettings } from './hours/RuleSettings.tsx'
import { KindSettings } from './KindSettings.tsx'
import { MessageSettings } from './MessageSettings.tsx'
import { OpenDataSettings } from './OpenDataSettings.tsx'
import {
  BoardTextSettings,
  ClaimSettings,
  CoverageSettings,
  PrivacySettings,
  RateSettings,
  SessionSettings,
  ShiftSettings,
  SignatorySettings,
  SigningSettings,
  WechatSettings,
} from './SimpleCards.tsx'
import { TeamSettings } from './TeamSettings.tsx'
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
