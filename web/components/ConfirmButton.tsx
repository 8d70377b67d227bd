import { Button, type ButtonProps, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useWords } from './words.ts'

/** Scrolls both buttons above the bar at the bottom; autofocus would scroll to one. */
const bringIntoView = (answers: HTMLElement | null) => answers?.scrollIntoView({ block: 'nearest' })

interface Props extends Omit<ButtonProps, 'children'> {
  label: string
  question?: string
  /** The label of the second button, if it differs. */
  confirm?: string
  tone?: string
  action: { readonly busy: boolean; submit(): void }
}

/** A button for what cannot be undone. It asks once, in place. */
export function ConfirmButton({ label, question, confirm, tone = 'red', action, ...button }: Props) {
  const words = useWords()
  const [asking, setAsking] = useState<boolean>()
  if (!asking) {
    return (
      <Button
        variant="light"
        color="red"
        {...button}
        loading={action.busy}
        // Keeps the keyboard focus here after the answer.
        autoFocus={asking === false}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    )
  }
  return (
    <Question
      text={question ?? words.sure}
      confirm={confirm ?? label}
      tone={tone}
      answer={(yes) => {
        setAsking(false)
        if (yes) action.submit()
      }}
    />
  )
}

interface QuestionProps {
  text: string
  confirm: string
  tone: string
  answer: (yes: boolean) => void
}

/** A question in place, before something is done. */
export function Question({ text, confirm, tone, answer }: QuestionProps) {
  const words = useWords()
  return (
    <fieldset ref={bringIntoView} aria-label={text} onKeyDown={(event) => event.key === 'Escape' && answer(false)}>
      <Group gap="xs">
        <Text size="sm">{text}</Text>
        <Group gap="xs">
          {/* The harmless answer has the focus. The second click of a double click counts as no answer. */}
          <Button variant="default" autoFocus onClick={({ detail }) => detail < 2 && answer(false)}>
            {words.goBack}
          </Button>
          <Button color={tone} onClick={({ detail }) => detail < 2 && answer(true)}>
            {confirm}
          </Button>
        </Group>
      </Group>
    </fieldset>
  )
}
