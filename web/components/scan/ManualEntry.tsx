import { Button, Group, TextInput } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { useScanWords } from './words.ts'

interface Props {
  onScan: (text: string) => void
  wrong?: string | undefined
  submit?: string
  field?: RefObject<HTMLInputElement | null>
  /** The label, if the code is not the number of a tag. */
  hand?: { readonly label: string; readonly about: string } | undefined
}

/** The code typed by hand, or by a scanner that types and presses Enter. */
export function ManualEntry({ onScan, wrong, submit, field, hand }: Props) {
  const words = useScanWords()
  const [text, setText] = useState('')
  return (
    <PlainForm
      style={{ maxWidth: '30rem' }}
      onSubmit={() => {
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
    </PlainForm>
  )
}
