import { Text } from '@mantine/core'
import { useMe } from '../../api.ts'
import { Page } from '../../parts/Page.tsx'
import { useDeskWords } from '../../words/desk.ts'

export function Home() {
  const words = useDeskWords()
  const me = useMe()
  return (
    <Page title={words.home} size="lg">
      <Text>{words.hello(me.data?.member?.name ?? '')}</Text>
    </Page>
  )
}
