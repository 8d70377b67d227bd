import { Button, Group, TextInput } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useScanWords } from './words.ts'

/** The same without a camera: typed, or by a scanner that types and presses Enter. */
export function ManualEntry({
  onScan,
  wrong,
  submit,
  field,
  hand,
}: {
  onScan: (text: string) => void
  /** What is wrong with what was read last. */
  wrong?: string | undefined
  submit?: string
  field?: RefObject<HTMLInputElement | null>
  /** What is typed, where it is not the number of a tag. */
  hand?: { readonly label: string; readonly about: string } | undefined
}) {
  const words = useScanWords()
  const [text, setText] = useState('')
  return (
    <form
      style={{ maxWidth: '30rem' }}
      onSubmit={(event) => {
        event.preventDefault()
        // Otherwise the form around it would be sent as well: React lets events through a portal.
        event.stopPropagation()
        if (text.trim() === '') return
        setText('')
        onScan(text.trim())
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          ref={field}
          flex="1 1 9rem"
          label={hand?.label ?? words.byHand}
          description={hand?.about ?? words.byHandAbout}
          value={text}
          error={wrong}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={limits.search}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Button type="submit" variant="default">
          {submit ?? words.take}
        </Button>
      </Group>
    </form>
  )
}
