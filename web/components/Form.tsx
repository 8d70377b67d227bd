import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { ErrorAlert } from './errors.tsx'
import { useWords } from './words.ts'

interface Props {
  action: { readonly busy: boolean; readonly formError: string | undefined }
  submit: string
  onSubmit: () => void
  /** Unsaved input: ask before the page is left. */
  changed?: boolean
  onBack?: () => void
  beside?: ReactNode
  /** Closes the form by Escape, unless that key closes a list in it. */
  onEscape?: () => void
  children: ReactNode
}

export function Form({ action, submit, onSubmit, changed = false, onBack, beside, onEscape, children }: Props) {
  const { goBack } = useWords()
  useUnsaved(changed)
  return (
    // Only the service's messages are shown, not the browser's own.
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDownCapture={({ key, target, nativeEvent: { isComposing } }) => {
        if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
        if (target.getAttribute('aria-expanded') !== 'true') onEscape?.()
      }}
    >
      <Stack>
        {children}
        <ErrorAlert>{action.formError}</ErrorAlert>
        <Group>
          <Button type="submit" loading={action.busy}>
            {submit}
          </Button>
          {onBack && (
            <Button variant="default" onClick={onBack}>
              {goBack}
            </Button>
          )}
          {beside}
        </Group>
      </Stack>
    </form>
  )
}
