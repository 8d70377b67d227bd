import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { FiledReceipt } from '#web/components/intake/FiledReceipt.tsx'
import { type FiledVisitor, useSentVisitor } from '#web/components/intake/intake.ts'
import { queries } from '#web/data/queries.ts'
import { Countdown } from './Countdown.tsx'
import { useKioskWords } from './words.ts'

export function KioskDone({ filed, next }: { filed: FiledVisitor; next: () => void }) {
  const words = useKioskWords()
  const ahead = useAhead(filed)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h1" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {words.done}
        </Title>
        <Text size="lg">{words.doneAbout}</Text>
      </div>
      <FiledReceipt of={filed} ahead={ahead === undefined ? undefined : words.ahead(ahead)} />
      <Button size="xl" fullWidth onClick={next}>
        {words.finish}
      </Button>
      <Countdown text={words.ends} leave={next} />
    </Stack>
  )
}

/** How many visitors come first. Unknown until the service has the visitor. */
function useAhead(filed: FiledVisitor): number | undefined {
  const { id } = useSentVisitor(filed)
  const { data } = useQuery({ ...queries.receipts.info(filed.receipt), enabled: id !== undefined })
  return data?.visit?.state === 'waiting' ? data.visit.ahead : undefined
}
