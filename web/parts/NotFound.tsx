import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/pages.ts'
import { Page } from './Page.tsx'
import { useWords } from './words.ts'

export function NotFound() {
  const { notFound, backHome } = useWords()
  return (
    <Page title={notFound}>
      <Group>
        <Button component={Link} href={pages.portal}>
          {backHome}
        </Button>
      </Group>
    </Page>
  )
}
