import { Group } from '@mantine/core'
import { useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useWords } from '#web/components/words.ts'
import { api } from '#web/data/api.ts'
import { useWaitingCount } from '#web/data/offline-visitors.ts'
import { forgetSessionInAllTabs } from '#web/data/tabs.ts'
import { download } from '#web/lib/download.ts'
import { useAccountWords } from './words.ts'

export function MyData() {
  const words = useAccountWords()
  const { losesVisitors } = useWords()
  const count = useWaitingCount()
  const [, go] = useLocation()
  const take = useAction({
    work: () => api.users.export(),
    onSuccess: (data) => download('my-data.json', 'application/json', JSON.stringify(data, null, 2)),
  })
  const erase = useAction({
    work: () => api.users.erase(),
    toast: words.erased,
    onSuccess: () => {
      forgetSessionInAllTabs()
      go(pages.portal)
    },
  })
  return (
    <Card alone title={words.data} about={words.dataAbout}>
      <ErrorAlert>{take.formError ?? erase.formError}</ErrorAlert>
      <Group>
        <ActionButton action={take} variant="default">
          {words.export}
        </ActionButton>
        <ConfirmButton
          label={words.erase}
          action={erase}
          question={words.eraseQuestion + (count > 0 ? ` ${losesVisitors(count)}` : '')}
          confirm={words.eraseSure}
        />
      </Group>
    </Card>
  )
}
