import { Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { KeepFocus } from './KeepFocus.tsx'
import { Rows } from './Rows.tsx'

const few = 10

/** The first ten rows of a long list, and a button that shows all. */
export function FirstTen({ showAll, children }: { showAll: string; children: readonly ReactNode[] }) {
  const [all, setAll] = useState(false)
  return (
    <KeepFocus>
      <Stack gap="xs">
        <Rows>{all ? children : children.slice(0, few)}</Rows>
        {!all && children.length > few && (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setAll(true)}>
            {showAll}
          </Button>
        )}
      </Stack>
    </KeepFocus>
  )
}
