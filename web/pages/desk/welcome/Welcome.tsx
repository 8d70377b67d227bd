import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IconName } from '#client/icons.ts'
import { accountPage, pages } from '#contract/team/pages.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { welcome } from '#web/lib/welcome.ts'
import css from './welcome.module.css'
import { useWelcomeWords } from './words.ts'

/** An introduction for a new member, shown until they dismiss it. */
export function Welcome() {
  const [isDismissed, setDismissed] = useState(false)
  const member = useMe().data?.member
  if (isDismissed || !member) return null
  const dismiss = () => {
    welcome.set(undefined)
    setDismissed(true)
  }
  return <WelcomeCard name={member.name} admin={member.admin} dismiss={dismiss} />
}

function WelcomeCard({ name, admin, dismiss }: { name: string; admin: boolean; dismiss: () => void }) {
  const words = useWelcomeWords()
  const ways = useQuery(queries.me.ways()).data
  const maySetPassword = admin || ways?.stuid !== ''
  return (
    <Paper component="section" withBorder p="md" aria-label={words.title(name)}>
      <Stack>
        <Stack gap={4}>
          <Title order={2}>{words.title(name)}</Title>
          <Text variant="secondary">{words.about}</Text>
        </Stack>
        <ul className={css['list']}>
          <Item icon="list" title={words.queue} about={words.queueAbout} />
          <Item icon="calendar" title={words.shifts} about={words.shiftsAbout} href={`${pages.desk}/shifts`} />
          {ways && !ways.password && (
            <Item
              icon="person"
              title={words.password}
              about={maySetPassword ? words.passwordAbout : words.passwordNoId}
              {...(maySetPassword && { href: accountPage('login', 'password') })}
            />
          )}
          {!isInstalled() && <Item icon="phone" title={words.app} about={words.apps[platform()]} />}
        </ul>
        <Group>
          <Button onClick={dismiss}>{words.gotIt}</Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Item({ icon, title, about, href }: { icon: IconName; title: string; about: string; href?: string }) {
  return (
    <li>
      <span className={css['icon']}>
        <Icon name={icon} />
      </span>
      <div>
        {href ? (
          <TextLink href={href} fw={600}>
            {title}
          </TextLink>
        ) : (
          <Text fw={600}>{title}</Text>
        )}
        <Text variant="secondary">{about}</Text>
      </div>
    </li>
  )
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

function platform() {
  const { userAgent } = navigator
  if (userAgent.includes('MicroMessenger')) return 'wechat'
  if (/iPhone|iPad/.test(userAgent)) return 'ios'
  return matchMedia('(any-pointer: fine)').matches ? 'computer' : 'android'
}
