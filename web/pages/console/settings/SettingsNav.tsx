import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { IconName } from '#client/icons.ts'
import { pages } from '#contract/team/pages.ts'
import { GroupLink, GroupNav } from '#web/components/GroupNav.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useSettingGroupWords } from './group-words.ts'
import { useHiddenSections, useSettingSections } from './sections.ts'
import { type FoundSetting, foundSettings, groupNames, type SettingGroup, shownSections } from './setting-groups.ts'
import css from './settings.module.css'

const icons = {
  team: 'people',
  opening: 'calendar',
  tickets: 'wrench',
  board: 'laptop',
  hours: 'clock',
  messages: 'bell',
  privacy: 'person',
} as const satisfies Record<SettingGroup, IconName>
const addressOf = (group: SettingGroup) => `${pages.console}/settings/${group}`

/** A search over all settings, and their groups. */
export function SettingsNav({ here }: { here?: SettingGroup }) {
  const words = useSettingGroupWords()
  const sections = useSettingSections()
  const hidden = useHiddenSections()
  const [search, setSearch] = useState('')
  const found = foundSettings(search, sections, words.groups, hidden)
  const groups = groupNames.map((group) => ({
    name: words.groups[group],
    href: addressOf(group),
    icon: icons[group],
    parts: shownSections(group, hidden)
      .map((section) => sections[section].title)
      .join(' · '),
    current: group === here,
  }))
  return (
    <div>
      <TextInput
        className={css['search'] ?? ''}
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<Icon name="search" size={18} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text variant="secondary" role="status">
        {search.trim() && (found.length > 0 ? words.foundCount(found.length) : words.notFound(search.trim()))}
      </Text>
      {search.trim() ? (
        <FoundSettings found={found} go={() => setSearch('')} />
      ) : (
        <GroupNav label={words.all} groups={groups} brief={here !== undefined} />
      )}
    </div>
  )
}

function FoundSettings({ found, go }: { found: readonly FoundSetting[]; go: () => void }) {
  const words = useSettingGroupWords()
  const sections = useSettingSections()
  const lead = () => {
    go()
    // On the page of another group this finds nothing yet; that page looks itself.
    setTimeout(() => showSetting())
  }
  return (
    <ul className={css['found']} aria-label={words.found}>
      {found.map(({ group, section, label, target }) => (
        <li key={`${section} ${target}`}>
          <GroupLink
            href={`${addressOf(group)}#${target}`}
            name={label}
            parts={
              <>
                {words.groups[group]}
                {label !== sections[section].title && ` › ${sections[section].title}`}
              </>
            }
            onClick={lead}
          />
        </li>
      ))}
    </ul>
  )
}

/** Scrolls to the field or the section that the address names. */
export function showSetting(): void {
  const name = decodeURIComponent(location.hash.slice(1))
  if (!name) return
  const field = document.querySelector<HTMLElement>(`main [name="${CSS.escape(name)}"]:not([type=hidden])`)
  if (field) field.focus({ preventScroll: true })
  const place = field ?? document.getElementById(name)
  place?.scrollIntoView(field ? { block: 'center' } : {})
}
