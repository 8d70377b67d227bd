import { keysOf } from '#kit/typed-keys.ts'

export interface SettingSection {
  readonly title: string
  readonly about?: string
  /** The labels of its fields, by the names that the service has for them. */
  readonly fields: Readonly<Record<string, string>>
}

/** The groups of settings, which have a page each, with their sections. */
export const settingGroups = {
  team: ['team'],
  opening: ['shifts', 'calendar', 'coverage'],
  tickets: ['kinds', 'claims', 'open-data'],
  board: ['board', 'signing', 'display'],
  hours: ['rule', 'columns', 'signatory'],
  messages: ['messages', 'chat', 'webhook'],
  privacy: ['privacy', 'sessions', 'rates', 'wechat'],
} as const

export type SettingGroup = keyof typeof settingGroups
export type SectionName = (typeof settingGroups)[SettingGroup][number]

export const groupNames = keysOf(settingGroups)
export const shownSections = (group: SettingGroup, hidden: readonly SectionName[]): readonly SectionName[] =>
  (settingGroups[group] as readonly SectionName[]).filter((one) => !hidden.includes(one))
export const isSettingGroup = (name: string | undefined): name is SettingGroup => groupNames.some((one) => one === name)

export interface FoundSetting {
  readonly group: SettingGroup
  readonly section: SectionName
  readonly label: string
  /** The name of a field, or of a section. */
  readonly target: string
}

/** Settings with all the words of a search. Those with a word in their own label come first. */
export function foundSettings(
  search: string,
  sections: Readonly<Record<SectionName, SettingSection>>,
  groups: Readonly<Record<SettingGroup, string>>,
  hidden: readonly SectionName[] = [],
): FoundSetting[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = (text: string) => wanted.filter((word) => text.toLowerCase().includes(word)).length
  const all = groupNames.flatMap((group) =>
    shownSections(group, hidden).flatMap((section) => {
      const { title, about = '', fields } = sections[section]
      const rest = `${groups[group]} ${title} ${about}`
      const single = Object.entries(fields).filter(([name]) => !name.includes('['))
      return [[section, title] as const, ...single].map(([target, label]) => ({
        found: { group, section, label, target },
        own: hits(label),
        together: hits(`${label} ${rest}`),
      }))
    }),
  )
  return wanted.length === 0
    ? []
    : all
        .filter(({ together }) => together === wanted.length)
        .toSorted((a, b) => b.own - a.own)
        .map(({ found }) => found)
}
