import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { ErrorAlert } from './errors.tsx'

/** Fields, what went wrong with none of them in particular, and the button that sends them. */
export function Form({
  action,
  submit,
  onSubmit,
  changed = false,
  beside,
  onEscape,
  children,
}: {
  action: { readonly busy: boolean; readonly formError: string | undefined }
  submit: string
  onSubmit: () => void
  /** Leaving would lose something: somebody who is about to is asked first. */
  changed?: boolean
  /** Further buttons next to the one that sends. */
  beside?: ReactNode
  /** The key closes it, unless it closes a list in it. */
  onEscape?: () => void
  children: ReactNode
}) {
  useUnsaved(changed)
  return (
    // What is wrong is said by the service, in one voice; the browser's own bubbles would be a second.
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
          {beside}
        </Group>
      </Stack>
    </form>
  )
}
