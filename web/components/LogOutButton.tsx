import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { readWaiting, useWaitingCount } from '#web/data/offline-visitors.ts'
import { ConfirmButton } from './ConfirmButton.tsx'
import { useWords } from './words.ts'

interface Props {
  action: { readonly busy: boolean; submit(): void }
  variant?: string
  color?: string
  children: string
}

/** Asks before logging out if visitors filed here would be lost. */
export function LogOutButton({ action, variant = 'default', color, children }: Props) {
  const { losesVisitors } = useWords()
  const count = useWaitingCount()
  useEffect(() => void readWaiting(), [])
  const shown = { variant, ...(color ? { color } : {}) }
  if (count > 0) return <ConfirmButton label={children} action={action} question={losesVisitors(count)} {...shown} />
  return (
    <Button {...shown} onClick={() => action.submit()} loading={action.busy}>
      {children}
    </Button>
  )
}
