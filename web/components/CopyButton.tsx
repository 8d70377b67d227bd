import { Button } from '@mantine/core'
import { showToast } from './toast-list.ts'
import { useWords } from './words.ts'

interface Props {
  text: string
  variant?: 'default' | 'filled'
  /** What the button says, where several texts can be copied. */
  children?: string
}

/** Copies a text. If the browser refuses, nothing happens: the text is on the page. */
export function CopyButton({ text, variant = 'default', children }: Props) {
  const words = useWords()
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => showToast(words.copied),
      () => {},
    )
  return (
    <Button variant={variant} onClick={copy}>
      {children ?? words.copy}
    </Button>
  )
}
