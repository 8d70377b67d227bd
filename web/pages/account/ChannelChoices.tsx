import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useBrowserNotifications } from '#web/components/messages/BrowserNotifications.tsx'
import { MailAddress } from '#web/components/messages/MailAddress.tsx'
import { useNotificationWords } from '#web/components/messages/notification-words.ts'
import { type Notify, reachedBy } from '#web/components/messages/notify.ts'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { api } from '#web/data/api.ts'
import { ChoiceSwitch, useMessageWords } from './ChoiceSwitch.tsx'
import css from './messages.module.css'

/** The ways to notify a person: each is on, off, or has to be set up first. */
export function ChannelChoices({ of }: { of: Notify }) {
  const words = useMessageWords()
  const { channels, mail, push, wechat } = of
  const consents = wechat?.templates.reduce((sum, one) => sum + one.consents, 0) ?? 0
  return (
    <Card title={words.how} about={words.about}>
      {reachedBy(of, 'ready').how === 'not_yet' && (
        <Alert color="yellow" variant="light" role="note" title={words.unreached}>
          {words.unreachedDo}
        </Alert>
      )}
      {mail && <ByMail mail={mail} on={channels.mail !== false} />}
      {push && <ByBrowser push={push} allowed={channels.push !== false} />}
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

function ByMail({ mail, on }: { mail: NonNullable<Notify['mail']>; on: boolean }) {
  const words = useMessageWords()
  const [adding, setAdding] = useState(false)
  if (mail.address === '' && mail.pending === '' && !adding) {
    return (
      <Unset name={words.mail} about={words.off}>
        <Button variant="default" onClick={() => setAdding(true)}>
          {words.mailAdd}
        </Button>
      </Unset>
    )
  }
  const inputOf = (to: boolean) => ({ channels: { mail: to } })
  return (
    <div>
      <ChoiceSwitch label={words.mail} on={on} inputOf={inputOf} about={on ? undefined : words.mailOff} />
      {on && (
        <div className={css['channel']}>
          <MailAddress mail={mail} focus={adding} />
        </div>
      )}
    </div>
  )
}

function ByBrowser({ push, allowed }: { push: NonNullable<Notify['push']>; allowed: boolean }) {
  const words = useNotificationWords()
  const { on, off } = useMessageWords()
  const browser = useBrowserNotifications(push)
  const { state } = browser
  const change = useAction({
    // Other browsers of this person keep theirs when this one is switched off.
    work: async (to: boolean) => {
      if (to && !allowed) await api.messages.choose({ channels: { push: true } })
    },
    onSuccess: (_, to) => browser.turn(to),
  })
  return (
    <section aria-label={words.title}>
      {state === 'on' || state === 'off' ? (
        <SwitchField
          label={words.title}
          onLabel={on}
          offLabel={off}
          checked={allowed && state === 'on'}
          about={words[allowed ? state : 'off']}
          onChange={(to) => change.submit(to)}
          end
        />
      ) : (
        <Unset name={words.title} about={words[state]} />
      )}
      <ErrorAlert>{change.formError ?? browser.formError}</ErrorAlert>
    </section>
  )
}

/** In place of a switch that would do nothing yet. */
function Unset({ name, about, children }: { name: string; about: string; children?: ReactNode }) {
  return (
    <Group justify="space-between">
      <div className={css['unset']}>
        <Text>{name}</Text>
        <Text variant="secondary">{about}</Text>
      </div>
      {children}
    </Group>
  )
}
