import { Box, Group, Kbd, Stack, Switch, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Key } from '#client/keys.ts'
import { keysOn, useKeys } from '#web/lib/keys.ts'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from './buttons.tsx'
import { Dialog, DialogHead } from './Dialog.tsx'
import css from './key-help.module.css'
import { useKeyWords } from './key-words.ts'

/** By default the keys of a list of tickets. Opens with `?` or a button, which is shown only with a mouse. */
export function KeyHelp({ keys }: { keys?: readonly Key[] }) {
  const words = useKeyWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const on = useStore(keysOn)
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  useKeys({ '?': open })
  return (
    <>
      <IconButton icon="keyboard" label={words.title} className={css['button'] ?? ''} onClick={open} />
      {opened && (
        <Dialog ref={dialog} width="26rem" aria-label={words.title} onClose={() => setOpened(false)}>
          <DialogHead close={() => dialog.current?.close()}>{words.title}</DialogHead>
          <Stack component="dl" gap={10} mt={8}>
            {(keys ?? words.keys).map(([key, does]) => (
              <Group key={key} gap={0} wrap="nowrap">
                <Box component="dt" w={116} flex="none">
                  <Kbd>{key}</Kbd>
                </Box>
                <dd>{does}</dd>
              </Group>
            ))}
          </Stack>
          <Switch
            mt="sm"
            label={words.use}
            checked={on}
            onChange={(event) => keysOn.choose(event.currentTarget.checked)}
          />
          <Text variant="secondary">{words.useAbout}</Text>
        </Dialog>
      )}
    </>
  )
}
