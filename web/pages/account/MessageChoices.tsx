import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { kindGroups } from '#client/message-kinds.ts'
import { messageWords } from '#client/words/messages.ts'
import type { NotifyChoices } from '#contract/messages/messages.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { BrowserNotifications } from '#web/components/messages/BrowserNotifications.tsx'
import { MailAddress } from '#web/components/messages/MailAddress.tsx'
import { hasChannels, type Notify, reachedBy } from '#web/components/messages/notify.ts'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { api, queryClient } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { hookOf } from '#web/lib/translated.ts'
import css from './messages.module.css'

export function MessageChoices() {
  const words = useMessageWords()
  const notify = useQuery(queries.notify.choices())
  if (notify.isError && !notify.data) return <LoadError error={notify.error} retry={notify.refetch} />
  if (!notify.data) return <Skeleton heights={[420]} />
  if (!hasChannels(notify.data)) return <EmptyState title={words.none} icon="bell" about={words.noneAbout} />
  const { off } = notify.data
  return (
    <Stack component="section" gap="lg" aria-label={words.title}>
      <Card alone title={words.nothing} about={words.about}>
        <ChoiceSwitch
          label={words.nothing}
          on={off}
          inputOf={(on) => ({ off: on })}
          about={off ? words.nothingOn : undefined}
        />
      </Card>
      {!off && <Channels of={notify.data} />}
      {!off && <MessageKinds of={notify.data} />}
    </Stack>
  )
}

interface ChoiceSwitchProps {
  label: string
  on: boolean
  inputOf: (on: boolean) => ChoicePatch
  about?: string | undefined
}

/** A switch that saves at once. It flips back and shows the error if the service refuses. */
function ChoiceSwitch({ label, on, inputOf, about }: ChoiceSwitchProps) {
  const words = useMessageWords()
  const save = useAction({
    work: (next: boolean) => api.messages.choose(inputOf(next)),
    onMutate: (next) => {
      optimisticChoice(inputOf(next))
      return () => optimisticChoice(inputOf(!next))
    },
  })
  return (
    <>
      <SwitchField
        label={label}
        onLabel={words.on}
        offLabel={words.off}
        checked={on}
        about={about}
        onChange={(checked) => save.submit(checked)}
      />
      <ErrorAlert>{save.formError}</ErrorAlert>
    </>
  )
}

function Channels({ of }: { of: Notify }) {
  const words = useMessageWords()
  const { channels, mail, push, wechat } = of
  const consents = wechat?.templates.reduce((sum, one) => sum + one.consents, 0) ?? 0
  return (
    <Card title={words.how}>
      {reachedBy(of, 'ready').how === 'not_yet' && <Text size="sm">{words.unreached}</Text>}
      {mail && (
        <Channel name="mail" on={channels.mail !== false} about={channels.mail === false ? words.mailOff : undefined}>
          <MailAddress mail={mail} />
        </Channel>
      )}
      {push && (
        <Channel
          name="push"
          on={channels.push !== false}
          about={channels.push === false ? words.pushOff : words.pushOn(push.devices)}
        >
          <BrowserNotifications of={push} />
        </Channel>
      )}
      {wechat && (
        <ChoiceSwitch
          label={words.wechat}
          on={channels.wechat !== false}
          inputOf={(on) => ({ channels: { wechat: on } })}
          about={channels.wechat === false ? words.wechatOff : words.wechatOn(consents)}
        />
      )}
    </Card>
  )
}

interface ChannelProps {
  name: 'mail' | 'push'
  on: boolean
  about: string | undefined
  children: ReactNode
}

function Channel({ name, on, about, children }: ChannelProps) {
  const words = useMessageWords()
  return (
    <>
      <ChoiceSwitch label={words[name]} on={on} inputOf={(to) => ({ channels: { [name]: to } })} about={about} />
      {on && <div className={css['channel']}>{children}</div>}
    </>
  )
}

function MessageKinds({ of: { kinds } }: { of: Notify }) {
  const words = useMessageWords()
  return kindGroups(kinds).map(({ recipientRole, kinds: some }) => (
    <Card key={recipientRole} title={words.groups[recipientRole]}>
      {some.map((kind) => (
        <ChoiceSwitch
          key={kind}
          label={words.kinds[kind]}
          on={kinds[kind] === true}
          inputOf={(on) => ({ kinds: { [kind]: on } })}
        />
      ))}
    </Card>
  ))
}

const useMessageWords = hookOf(messageWords)

type ChoicePatch = Partial<NotifyChoices>

/** Applies a choice of messages to the cached query at once. */
function optimisticChoice({ off, channels, kinds }: ChoicePatch): void {
  const { queryKey } = queries.notify.choices()
  // Pending answers may date from before the choice.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(
    queryKey,
    (now) =>
      now && {
        ...now,
        off: off ?? now.off,
        channels: { ...now.channels, ...channels },
        kinds: { ...now.kinds, ...kinds },
      },
  )
}
