import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { LogOutButton } from '#web/components/LogOutButton.tsx'
import { LoginMethods } from '#web/components/sign-in/LoginMethods.tsx'
import { queries } from '#web/data/queries.ts'
import { useToken } from '#web/data/session.ts'
import { forgetSessionInAllTabs } from '#web/data/tabs.ts'
import { MemberWays } from './Join.tsx'
import css from './log-in-again.module.css'
import { useJoinWords } from './words.ts'

/** Covers a page whose session has ended, so that it cannot be read before the login. The page below keeps its state. */
export function LogInAgain() {
  const { again } = useJoinWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [, go] = useLocation()
  const token = useToken()
  const known = useQuery({ ...queries.me.info(token), enabled: token !== undefined })
  useEffect(() => dialog.current?.showModal(), [])
  const leave = () => {
    forgetSessionInAllTabs()
    go(pages.portal)
  }
  return (
    <dialog
      ref={dialog}
      className={css['over']}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close a dialog at the second Escape.
      onClose={() => dialog.current?.showModal()}
    >
      <Stack gap="lg" maw="34rem" mx="auto" px={16} py={32}>
        <Stack gap={4}>
          <Title size="h2" id={title}>
            {token ? again.memberTitle : again.title}
          </Title>
          <Text>{again.text}</Text>
          <Text variant="secondary">{again.others}</Text>
        </Stack>
        {token ? <MemberWays linked={known.data?.linked ?? false} apart /> : <LoginMethods apart />}
        <LogOutButton action={{ busy: false, submit: leave }} variant="subtle" color="red">
          {again.leave}
        </LogOutButton>
      </Stack>
    </dialog>
  )
}
