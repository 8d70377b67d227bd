import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountPage } from '#contract/team/pages.ts'
import { api, refreshMe } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useToken } from '#web/data/session.ts'
import { useAction } from './action.ts'
import { ActionButton, LinkButton } from './buttons.tsx'
import { Lead } from './Lead.tsx'
import css from './shell.module.css'
import { Time } from './Time.tsx'
import { useWords } from './words.ts'

/** The newest notice about the account that the person has not seen, on the pages where people begin. */
export function AccountNews() {
  const { accountNews } = useWords()
  const token = useToken()
  const unseen = useMe().data?.notices ?? 0
  const notices = useQuery({ ...queries.me.notices(token, unseen), enabled: unseen > 0 })
  const newest = notices.data?.list.find(({ seen }) => !seen)
  const mine = useAction({ work: () => api.users.noticesSeen({ id: newest?.id ?? 0 }), onSuccess: refreshMe })
  if (!newest) return null
  return (
    <section className={css['account-news']} aria-label={accountNews.title}>
      <Text>
        <Lead text={newest.text}>
          <Time at={newest.time} />
        </Lead>
      </Text>
      <Group gap="xs">
        {unseen === 1 && (
          <ActionButton action={mine} variant="default">
            {accountNews.mine}
          </ActionButton>
        )}
        <LinkButton href={accountPage('login', 'notices')}>
          {unseen === 1 ? accountNews.notMine : accountNews.all(unseen)}
        </LinkButton>
      </Group>
    </section>
  )
}
