import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { IconName } from '#client/icons.ts'
import { pages } from '#contract/team/pages.ts'
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
  return (
    <div className={here ? css['side'] : css['index']}>
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<Icon name="search" size={18} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text variant="secondary" role="status" mt={search.trim() ? 'xs' : 0}>
        {search.trim() && (found.length > 0 ? words.foundCount(found.length) : words.notFound(search.trim()))}
      </Text>
      {search.trim() ? (
        <FoundSettings found={found} go={() => setSearch('')} />
      ) : (
        <nav aria-label={words.all} className={css['groups']}>
          {groupNames.map((group) => (
            <Link
              key={group}
              href={addressOf(group)}
              className={css['group']}
              aria-current={group === here ? 'page' : undefined}
            >
              <Icon name={icons[group]} />
              <span>
                <span className={css['name']}>{words.groups[group]}</span>
                {!here && (
                  <span className={css['parts']}>
                    {shownSections(group, hidden)
                      .map((section) => sections[section].title)
                      .join(words.and)}
                  </span>
                )}
              </span>
            </Link>
          ))}
        </nav>
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
          <Link href={`${addressOf(group)}#${target}`} className={css['group']} onClick={lead}>
            <span>
              <span className={css['name']}>{label}</span>
              <span className={css['parts']}>
                {words.groups[group]}
                {label !== sections[section].title && ` › ${sections[section].title}`}
              </span>
            </span>
          </Link>
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
