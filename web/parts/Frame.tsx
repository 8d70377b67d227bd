import { Anchor, Button, Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Lang } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import { useMe } from '../api.ts'
import { language, useLang } from '../language.ts'
import { useWords } from '../words/index.ts'

/** What stands around every page of the portal: where one can go, and in which language. */
export function Frame({ children }: { children: ReactNode }) {
  const { nav, language: other } = useWords()
  const lang = useLang()
  const me = useMe()
  const next: Lang = lang === 'zh_CN' ? 'en_US' : 'zh_CN'
  return (
    <>
      <Container component="header" size="xs" py="xs">
        <Group justify="space-between">
          <Group component="nav" gap="sm">
            <Anchor component={Link} href={pages.portal}>
              {nav.duty}
            </Anchor>
            {!me.data && (
              <Anchor component={Link} href={pages.signIn}>
                {nav.signIn}
              </Anchor>
            )}
          </Group>
          <Button
            variant="subtle"
            size="compact-sm"
            lang={next.replace('_', '-')}
            onClick={() => language.choose(next)}
          >
            {other}
          </Button>
        </Group>
      </Container>
      {children}
    </>
  )
}
