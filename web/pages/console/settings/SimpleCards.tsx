import { Anchor, SimpleGrid } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { SelectField } from '#web/components/SelectField.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { rowsOf, timetableOf } from '#web/components/timetable/rows.ts'
import { Timetable, useTimetableFields } from '#web/components/timetable/Timetable.tsx'
import { useTeam } from '#web/data/hooks.ts'
import { useCalendarWords } from './calendar-words.ts'
import { useHourSettingWords } from './hours/words.ts'
import { useOpenDataWords } from './open-data-words.ts'
import { LanguageFields, NumberField, SettingsCard, useSettingGroupCard, useSettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

interface Known {
  known: KnownSettings
}

interface NumberCardProps<Name extends string>
  extends Pick<ComponentProps<typeof SettingsCard>, 'id' | 'title' | 'about' | 'form'> {
  names: readonly Name[]
  number: (name: Name) => ComponentProps<typeof NumberField>
}

function NumberCard<Name extends string>({ id, title, about, form, names, number }: NumberCardProps<Name>) {
  return (
    <SettingsCard id={id} title={title} about={about} form={form}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {names.map((name) => (
          <NumberField key={name} {...number(name)} />
        ))}
      </SimpleGrid>
    </SettingsCard>
  )
}

export function CoverageSettings({ known }: Known) {
  const { coverage, coverageAbout, minimumPerShift } = useCalendarWords()
  const card = useSettingsCard(known, { minimumPerShift }, ['minimumPerShift'])
  return <NumberCard id="coverage" title={coverage} about={coverageAbout} {...card} />
}

export function ClaimSettings({ known }: Known) {
  const { claims, claimsAbout, claimDays } = useOpenDataWords()
  const card = useSettingsCard(known, { claimDays }, ['claimDays'])
  return <NumberCard id="claims" title={claims} about={claimsAbout} {...card} />
}

export function SessionSettings({ known }: Known) {
  const { sessions, sessionsAbout, sessionDays, memberSessionDays, adminSessionHours } = useSettingsWords()
  const labels = { sessionDays, memberSessionDays, adminSessionHours }
  const card = useSettingsCard(known, labels, ['sessionDays', 'memberSessionDays', 'adminSessionHours'])
  return <NumberCard id="sessions" title={sessions} about={sessionsAbout} {...card} />
}

export function RateSettings({ known }: Known) {
  const words = useSettingsWords()
  const card = useSettingGroupCard(known, 'rates', {
    callsPerMinute: words.callsPerMinute,
    loginsPerMinute: words.loginsPerMinute,
    ticketsPerHour: words.ticketsPerHour,
    commentsPerHour: words.commentsPerHour,
    uploadsPerHour: words.uploadsPerHour,
    feedbackPerHour: words.feedbackPerHour,
  })
  return <NumberCard id="rates" title={words.rates} about={words.ratesAbout} {...card} />
}

export function ShiftSettings({ known }: Known) {
  const words = useSettingsWords()
  const [rows, setRows] = useState(() => rowsOf(known.timetable))
  const form = useSettingsForm(
    known,
    { timetable: timetableOf(rows) },
    ({ timetable }) => setRows(rowsOf(timetable)),
    useTimetableFields(rows),
  )
  return (
    <SettingsCard id="shifts" title={words.shifts} about={words.shiftsAbout} form={form}>
      <Timetable rows={rows} change={setRows} action={form} />
    </SettingsCard>
  )
}

export function BoardTextSettings({ known }: Known) {
  const words = useSettingsWords()
  const team = useTeam()
  const { form, values, setValues } = useSettingGroupCard(known, 'boardText', words.boardText)
  const about = (
    <>
      {words.boardAbout}{' '}
      <Anchor href={pages.board} target="_blank" inherit underline="always">
        {team.data?.url}
        {pages.board}
      </Anchor>
    </>
  )
  return (
    <SettingsCard id="board" title={words.board} about={about} form={form}>
      <LanguageFields form={form} name="boardText" texts={values} change={setValues} about={words.boardTextAbout} />
    </SettingsCard>
  )
}

export function SignatorySettings({ known }: Known) {
  const words = useHourSettingWords()
  const { form, values, setValues } = useSettingGroupCard(known, 'signatory', words.signatoryIn)
  return (
    <SettingsCard id="signatory" title={words.signatory} about={words.signatoryAbout} form={form}>
      <LanguageFields form={form} name="signatory" texts={values} change={setValues} maxLength={limits.device} />
    </SettingsCard>
  )
}

export function SigningSettings({ known }: Known) {
  const words = useHourSettingWords()
  const { earlyMinutes, overtimeMinutes } = words
  const { form, values, flag, number } = useSettingGroupCard(known, 'signing', { earlyMinutes, overtimeMinutes })
  return (
    <SettingsCard id="signing" title={words.signing} about={words.signingAbout} form={form}>
      <SwitchField label={words.on} about={words.onAbout} {...flag('on')} />
      {values.on && (
        <>
          <SwitchField label={words.desk} about={words.deskAbout} {...flag('desk')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberField {...number('earlyMinutes')} about={words.earlyAbout} />
            <NumberField {...number('overtimeMinutes')} about={words.overtimeAbout} />
          </SimpleGrid>
        </>
      )}
    </SettingsCard>
  )
}

export function PrivacySettings({ known }: Known) {
  const words = useSettingsWords()
  const { retentionDays, receiptDays } = words
  const names = ['retentionDays', 'receiptDays', 'phonesForAllMembers'] as const
  const { form, flag, number } = useSettingsCard(known, { retentionDays, receiptDays }, names)
  return (
    <SettingsCard id="privacy" title={words.privacy} about={words.privacyAbout} form={form}>
      <NumberField {...number('retentionDays')} about={words.retentionAbout} />
      <NumberField {...number('receiptDays')} about={words.receiptAbout} />
      <SwitchField label={words.phonesForAllMembers} about={words.phonesAbout} {...flag('phonesForAllMembers')} />
    </SettingsCard>
  )
}

export function WechatSettings({ known }: Known) {
  const words = useSettingsWords()
  const { form, values, set, flag } = useSettingGroupCard(known, 'wechat', {})
  return (
    <SettingsCard id="wechat" title={words.wechat} about={words.wechatAbout} form={form}>
      <SwitchField label={words.checkContent} about={words.checkContentAbout} {...flag('checkContent')} />
      {values.checkContent && (
        <SelectField
          label={words.whenUnchecked}
          value={values.whenUnchecked}
          data={[
            { value: 'let_through', label: words.letThrough },
            { value: 'refuse', label: words.refuse },
          ]}
          onChange={(whenUnchecked) => set({ whenUnchecked })}
        />
      )}
      <SwitchField label={words.wechatPhone} about={words.wechatPhoneAbout} {...flag('phone')} />
    </SettingsCard>
  )
}
