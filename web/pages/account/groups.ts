import type { IconName } from '#client/icons.ts'
import { type AccountGroup, accountGroups, accountPage } from '#contract/team/pages.ts'
import type { PageGroup } from '#web/components/GroupNav.tsx'
import { useAccountWords } from './words.ts'

const icons = {
  profile: 'person',
  messages: 'bell',
  login: 'laptop',
  feedback: 'message',
  data: 'down',
} as const satisfies Record<AccountGroup, IconName>

export const isAccountGroup = (name: string | undefined): name is AccountGroup =>
  accountGroups.some((group) => group === name)

export function useAccountGroups(here?: AccountGroup): PageGroup[] {
  const { group: names } = useAccountWords()
  return accountGroups.map((group) => ({
    ...names[group],
    href: accountPage(group),
    icon: icons[group],
    current: group === here,
  }))
}
