import { Group, Title } from '@mantine/core'
import { type ComponentProps, type RefObject, useEffect } from 'react'
import { IconButton } from './buttons.tsx'
import css from './dialog.module.css'
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
    <Group className={css['head'] ?? ''} justify="space-between" gap={0} wrap="nowrap">
      <Title>{children}</Title>
      <IconButton icon="cross" label={words.close} onClick={close} />
    </Group>
  )
}
