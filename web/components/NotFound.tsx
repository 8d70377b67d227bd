import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { EmptyState } from './EmptyState.tsx'
import { Page } from './Page.tsx'
import { useWords } from './words.ts'

export function NotFound() {
  const { notFoundTitle, notFoundAbout, backHome } = useWords()
  return (
    <Page title={notFoundTitle}>
      <EmptyState
        icon="compass"
        about={notFoundAbout}
        action={
          <Button component={Link} href={pages.portal}>
            {backHome}
          </Button>
        }
      />
    </Page>
  )
}
