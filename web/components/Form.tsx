import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { Refused } from './Failed.tsx'

/** Fields, what went wrong with none of them in particular, and the button that sends them. */
export function Form({
  of,
  submit,
  onSubmit,
  changed = false,
  beside,
  onEscape,
  children,
}: {
  of: { readonly busy: boolean; readonly rest: string | undefined }
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
        <Refused>{of.rest}</Refused>
        <Group>
          <Button type="submit" loading={of.busy}>
            {submit}
          </Button>
          {beside}
        </Group>
      </Stack>
    </form>
  )
}
