import type { IconName } from '#client/icons.ts'
import { type AccountGroup, accountGroups, accountPage } from '#contract/team/pages.ts'
import type { PageGroup } from '#web/components/GroupNav.tsx'
import { useMe } from '#web/data/hooks.ts'
import { useAccountWords } from './words.ts'

const icons = {
  profile: 'person',
  messages: 'bell',
  login: 'laptop',
  feedback: 'message',
  data: 'document',
} as const satisfies Record<AccountGroup, IconName>

export const isAccountGroup = (name: string | undefined): name is AccountGroup =>
  accountGroups.some((group) => group === name)

export function useAccountGroups(here?: AccountGroup): PageGroup[] {
  const { group: names } = useAccountWords()
  const { name = '', phone = '' } = useMe().data ?? {}
  const known = [name, phone].filter(Boolean).join(' · ')
  return accountGroups.map((group) => ({
    name: names[group].name,
    parts: (group === 'profile' && known) || names[group].parts,
    href: accountPage(group),
    icon: icons[group],
    current: group === here,
  }))
}
