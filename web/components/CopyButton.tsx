import { Button } from '@mantine/core'
import { showToast } from './toast-list.ts'
import { useWords } from './words.ts'

/** Copies a text. If the browser refuses, nothing happens: the text is on the page. */
export function CopyButton({ text, variant = 'default' }: { text: string; variant?: 'default' | 'filled' }) {
  const words = useWords()
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => showToast(words.copied),
      () => {},
    )
  return (
    <Button variant={variant} onClick={copy}>
      {words.copy}
    </Button>
  )
}
