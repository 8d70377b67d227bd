import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTeam } from '#web/data/hooks.ts'
import { LoadError } from './errors.tsx'
import { useWords } from './words.ts'

let opened = false

interface Props {
  title: string
  tab?: string
  about?: ReactNode
  action?: ReactNode
  back?: ReactNode
  children: ReactNode
}

/** A page with its title in the window and as a heading. Going to another page moves the focus to the heading. */
export function Page({ title, tab = title, about, action, back, children }: Props) {
  const { appName } = useWords()
  const team = useTeam()
  const heading = useRef<HTMLHeadingElement>(null)
  const name = team.data?.name || appName
  useDocumentTitle(tab === name ? name : `${tab} · ${name}`)
  useEffect(() => {
    // On the first page a screen reader begins at the top.
    if (opened) {
      window.scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    opened = true
  }, [])
  return (
    <Stack gap="lg">
      {back}
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0}>
          <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {about}
            </Text>
          )}
        </Stack>
        {action}
      </Group>
      {children}
    </Stack>
  )
}

interface FailedPageProps {
  title: string
  query: { readonly error: Error | null; refetch(): unknown }
  back?: ReactNode
}

/** In place of a page whose data could not be loaded. */
export function FailedPage({ title, query: { error, refetch }, back }: FailedPageProps) {
  return <Page title={title}>{error && <LoadError error={error} retry={refetch} back={back} />}</Page>
}
