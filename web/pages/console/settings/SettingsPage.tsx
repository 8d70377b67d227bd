import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useParams } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { GroupPage } from '#web/components/GroupNav.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { Page } from '#web/components/Page.tsx'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { type KnownSettings, useSettings } from '#web/components/settings-form.ts'
import { useWords } from '#web/components/words.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { CalendarSettings } from './CalendarSettings.tsx'
import { type SettingsEditor, useSettingsEditor } from './editor.ts'
import { useSettingGroupWords } from './group-words.ts'
import { BoardToken } from './hours/BoardToken.tsx'
import { ColumnSettings } from './hours/ColumnSettings.tsx'
import { RuleSettings } from './hours/RuleSettings.tsx'
import { KindSettings } from './KindSettings.tsx'
import { MessageSettings } from './MessageSettings.tsx'
import { OpenDataSettings } from './OpenDataSettings.tsx'
import { SettingsNav, showSetting } from './SettingsNav.tsx'
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
} from './SimpleSections.tsx'
import { useHiddenSections } from './sections.ts'
import { isSettingGroup, type SettingGroup } from './setting-groups.ts'
import css from './settings.module.css'
import { TeamSettings } from './TeamSettings.tsx'
import { useSettingsWords } from './words.ts'

export function SettingsPage() {
  const { title } = useSettingsWords()
  const { about } = useSettingGroupWords()
  return (
    <Page title={title} about={about}>
      <SettingsNav />
    </Page>
  )
}

export function SettingGroupPage() {
  const { group } = useParams<{ group: string }>()
  const settings = useSettings()
  if (!isSettingGroup(group)) return <NotFound />
  if (settings.isPending) return <Loading />
  if (settings.isError) return <LoadError error={settings.error} retry={settings.refetch} />
  return <GroupForm group={group} known={settings.data} />
}

function GroupForm({ group, known }: { group: SettingGroup; known: KnownSettings }) {
  const { title } = useSettingsWords()
  const words = useSettingGroupWords()
  const editor = useSettingsEditor(known)
  const hidden = useHiddenSections()
  useEffect(() => {
    // Every page scrolls to its top first.
    const timer = setTimeout(() => showSetting())
    return () => clearTimeout(timer)
  }, [])
  const index = { name: words.all, title, href: `${pages.console}/settings` }
  return (
    <GroupPage title={words.groups[group]} index={index} nav={<SettingsNav here={group} />}>
      <SaveForm editor={editor}>
        <GroupSections group={group} editor={editor} hasWechat={!hidden.includes('wechat')} />
      </SaveForm>
    </GroupPage>
  )
}

interface GroupSectionsProps {
  group: SettingGroup
  editor: SettingsEditor
  hasWechat: boolean
}

function GroupSections({ group, editor, hasWechat }: GroupSectionsProps) {
  switch (group) {
    case 'team':
      return <TeamSettings editor={editor} />
    case 'opening':
      return (
        <>
          <ShiftSettings editor={editor} />
          <CalendarSettings editor={editor} />
          <CoverageSettings editor={editor} />
        </>
      )
    case 'tickets':
      return (
        <>
          <KindSettings editor={editor} />
          <ClaimSettings editor={editor} />
          <OpenDataSettings editor={editor} />
        </>
      )
    case 'board':
      return (
        <>
          <BoardTextSettings editor={editor} />
          <SigningSettings editor={editor} />
          {editor.known.signing.on && <BoardToken />}
        </>
      )
    case 'hours':
      return (
        <>
          <RuleSettings editor={editor} />
          <ColumnSettings editor={editor} />
          <SignatorySettings editor={editor} />
        </>
      )
    case 'messages':
      return <MessageSettings editor={editor} />
    case 'privacy':
      return (
        <>
          <PrivacySettings editor={editor} />
          <SessionSettings editor={editor} />
          <RateSettings editor={editor} />
          {hasWechat && <WechatSettings editor={editor} />}
        </>
      )
  }
}

/** One form with one Save, which stays in sight. */
function SaveForm({ editor: { form, discard }, children }: { editor: SettingsEditor; children: ReactNode }) {
  const { save } = useWords()
  const words = useSettingGroupWords()
  const place = useRef<HTMLFormElement>(null)
  useUnsaved(form.changed)
  const { failure } = form
  useEffect(() => {
    if (!failure) return
    const wrong = place.current?.querySelector<HTMLElement>('[aria-invalid=true], .mantine-Input-error')
    wrong?.focus({ preventScroll: true })
    wrong?.scrollIntoView({ block: 'center' })
  }, [failure])
  return (
    <PlainForm ref={place} className={css['form']} onSubmit={() => form.submit()}>
      <Stack>{children}</Stack>
      <div className={css['save']} data-changed={form.changed}>
        <ErrorAlert>{form.formError ?? (form.errorText && `${words.notSaved} ${form.errorText}`)}</ErrorAlert>
        <Group gap="sm">
          <Button type="submit" loading={form.busy}>
            {save}
          </Button>
          {form.changed && (
            <Button variant="subtle" onClick={discard}>
              {words.discard}
            </Button>
          )}
          <Text variant="secondary" role="status">
            {form.changed && words.unsaved}
          </Text>
        </Group>
      </div>
    </PlainForm>
  )
}
