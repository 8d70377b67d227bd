import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/pages.ts'
import { useWords } from '../words/shell.ts'
import { Page } from './Page.tsx'

export function NotFound() {
  const { notFound, backHome } = useWords()
  return (
    <Page title={notFound} size="xs">
      <Group>
        <Button component={Link} href={pages.portal}>
          {backHome}
        </Button>
      </Group>
    </Page>
  )
}
