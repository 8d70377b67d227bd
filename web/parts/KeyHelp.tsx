import { ActionIcon, Kbd, Switch, Text, Title } from '@mantine/core'
import { useId, useRef } from 'react'
import { keysOn, useKeys } from '#web/lib/keys.ts'
import { useStore } from '#web/lib/store.ts'
import { Icon } from './Icon.tsx'
import css from './key-help.module.css'
import { type Key, useKeyWords } from './key-words.ts'
import { useWords } from './words.ts'

/** Which keys do what on this page, those of a list unless told; opened by `?` or its button, which only those see who have a keyboard. */
export function KeyHelp({ keys }: { keys?: readonly Key[] }) {
  const { close } = useWords()
  const words = useKeyWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const on = useStore(keysOn)
  const open = () => dialog.current?.showModal()
  useKeys({ '?': open })
  return (
    <>
      <ActionIcon
        className={css['button']}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={words.title}
        onClick={open}
      >
        <Icon name="keyboard" />
      </ActionIcon>
      <dialog ref={dialog} className={css['sheet']} aria-labelledby={title}>
        <div className={css['head']}>
          <Title order={2} size="h4" id={title}>
            {words.title}
          </Title>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={close}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="cross" />
          </ActionIcon>
        </div>
        <dl className={css['keys']}>
          {(keys ?? words.keys).map(([key, does]) => (
            <div key={key}>
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Switch
          mt="sm"
          label={words.use}
          checked={on}
          onChange={(event) => keysOn.choose(event.currentTarget.checked)}
        />
        <Text variant="secondary">{words.useAbout}</Text>
      </dialog>
    </>
  )
}
