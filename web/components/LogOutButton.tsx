import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { look, useWaitingCount } from '#web/data/waiting.ts'
import { ConfirmButton } from './ConfirmButton.tsx'
import { useWords } from './words.ts'

/** Logs out; asks before, where something that was filed at the counter would be lost. */
export function LogOutButton({
  of,
  variant = 'default',
  color,
  children,
}: {
  of: { readonly busy: boolean; run(): void }
  variant?: string
  color?: string
  children: string
}) {
  const { losesVisitors } = useWords()
  const count = useWaitingCount()
  useEffect(() => void look(), [])
  const shown = { variant, ...(color ? { color } : {}) }
  if (count > 0)
    return (
      <ConfirmButton of={of} question={losesVisitors(count)} {...shown}>
        {children}
      </ConfirmButton>
    )
  return (
    <Button {...shown} onClick={() => of.run()} loading={of.busy}>
      {children}
    </Button>
  )
}
