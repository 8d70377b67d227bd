import { Anchor, SimpleGrid } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { Lead } from '#web/components/Lead.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { Timetable } from '#web/components/timetable/Timetable.tsx'
import { useTeam } from '#web/data/hooks.ts'
import { fieldsOfSetting, fieldsOfSettings, type SettingsEditor } from './editor.ts'
import { LanguageFields, NumberField } from './fields.tsx'
import { useHourSettingWords } from './hours/words.ts'
import { Numbers, Section } from './Section.tsx'
import { useSettingsWords } from './words.ts'

export function CoverageSettings({ editor }: { editor: SettingsEditor }) {
  return (
    <Section id="coverage">
      <Numbers names={['minimumPerShift']} number={fieldsOfSettings(editor).number} />
    </Section>
  )
}

export function ClaimSettings({ editor }: { editor: SettingsEditor }) {
  return (
    <Section id="claims">
      <Numbers names={['claimDays']} number={fieldsOfSettings(editor).number} />
    </Section>
  )
}

export function SessionSettings({ editor }: { editor: SettingsEditor }) {
  const names = ['sessionDays', 'memberSessionDays', 'adminSessionHours'] as const
  return (
    <Section id="sessions">
      <Numbers names={names} number={fieldsOfSettings(editor).number} />
    </Section>
  )
}

export function RateSettings({ editor }: { editor: SettingsEditor }) {
  const calls = ['callsPerMinute', 'loginsPerMinute'] as const
  const hourly = ['ticketsPerHour', 'commentsPerHour', 'uploadsPerHour', 'feedbackPerHour'] as const
  return (
    <Section id="rates">
      <Numbers names={[...calls, ...hourly]} number={fieldsOfSetting(editor, 'rates').number} />
    </Section>
  )
}

export function ShiftSettings({ editor: { draft, form, set } }: { editor: SettingsEditor }) {
  return (
    <Section id="shifts">
      <Timetable rows={draft.timetable} change={(timetable) => set({ timetable })} action={form} />
    </Section>
  )
}

export function BoardTextSettings({ editor: { draft, form, set } }: { editor: SettingsEditor }) {
  const words = useSettingsWords()
  const team = useTeam()
  const about = (
    <Lead text={words.boardAbout}>
      <Anchor href={pages.board} target="_blank" inherit underline="always">
        {team.data?.url}
        {pages.board}
      </Anchor>
    </Lead>
  )
  return (
    <Section id="board" about={about}>
      <LanguageFields
        form={form}
        name="boardText"
        texts={draft.boardText}
        change={(boardText) => set({ boardText })}
        about={words.boardTextAbout}
      />
    </Section>
  )
}

export function SignatorySettings({ editor: { draft, form, set } }: { editor: SettingsEditor }) {
  return (
    <Section id="signatory">
      <LanguageFields
        form={form}
        name="signatory"
        texts={draft.signatory}
        change={(signatory) => set({ signatory })}
        maxLength={limits.device}
      />
    </Section>
  )
}

export function SigningSettings({ editor }: { editor: SettingsEditor }) {
  const words = useHourSettingWords()
  const { flag, number } = fieldsOfSetting(editor, 'signing')
  return (
    <Section id="signing">
      <SwitchField about={words.onAbout} {...flag('on')} />
      {editor.draft.signing.on && (
        <>
          <SwitchField about={words.deskAbout} {...flag('desk')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
            <NumberField {...number('earlyMinutes')} about={words.earlyAbout} />
            <NumberField {...number('overtimeMinutes')} about={words.overtimeAbout} />
          </SimpleGrid>
        </>
      )}
    </Section>
  )
}

export function PrivacySettings({ editor }: { editor: SettingsEditor }) {
  const words = useSettingsWords()
  const { flag, number } = fieldsOfSettings(editor)
  return (
    <Section id="privacy">
      <NumberField {...number('retentionDays')} about={words.retentionAbout} />
      <NumberField {...number('receiptDays')} about={words.receiptAbout} />
      <SwitchField about={words.phonesAbout} {...flag('phonesForAllMembers')} />
    </Section>
  )
}

export function WechatSettings({ editor }: { editor: SettingsEditor }) {
  const words = useSettingsWords()
  const { choice, flag } = fieldsOfSetting(editor, 'wechat')
  return (
    <Section id="wechat">
      <SwitchField about={words.checkContentAbout} {...flag('checkContent')} />
      {editor.draft.wechat.checkContent && (
        <SelectField
          {...choice('whenUnchecked')}
          data={[
            { value: 'let_through', label: words.letThrough },
            { value: 'refuse', label: words.refuse },
          ]}
        />
      )}
      <SwitchField about={words.wechatPhoneAbout} {...flag('phone')} />
    </Section>
  )
}
