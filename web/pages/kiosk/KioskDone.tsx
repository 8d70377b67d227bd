import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { FiledReceipt } from '#web/components/intake/FiledReceipt.tsx'
import type { FiledVisitor } from '#web/components/intake/intake.ts'
import { PaperChoice } from '#web/components/print/PaperChoice.tsx'
import { Countdown } from './Countdown.tsx'
import { useKioskWords } from './words.ts'

export function KioskDone({ filed, next }: { filed: FiledVisitor; next: () => void }) {
  const words = useKioskWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {words.done}
        </Title>
        <Text size="lg">{words.doneAbout}</Text>
      </div>
      <FiledReceipt of={filed} />
      <Button size="xl" fullWidth onClick={next}>
        {words.finish}
      </Button>
      {/* Members set the printer here; the kiosk has no other page for it. */}
      <PaperChoice />
      <Countdown text={words.ends} leave={next} />
    </Stack>
  )
}
