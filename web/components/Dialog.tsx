import { ActionIcon, Group, Title } from '@mantine/core'
import { type ComponentProps, type RefObject, useEffect } from 'react'
import css from './dialog.module.css'
import { Icon } from './Icon.tsx'
import { useWords } from './words.ts'

interface Props extends ComponentProps<'dialog'> {
  ref: RefObject<HTMLDialogElement | null>
  width: string
  'aria-label': string
}

/** A modal dialog. It opens when it is rendered. */
export function Dialog({ ref, width, ...rest }: Props) {
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal()
  }, [ref])
  return <dialog ref={ref} {...rest} className={css['dialog']} style={{ width: `min(${width}, calc(100vw - 2rem))` }} />
}

export function DialogHead({ close, children }: { close: () => void; children: string }) {
  const words = useWords()
  return (
    <Group justify="space-between" gap={0} wrap="nowrap">
      <Title order={2} size="h4">
        {children}
      </Title>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.close} onClick={close}>
        <Icon name="cross" />
      </ActionIcon>
    </Group>
  )
}
