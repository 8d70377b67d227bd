import { useState } from 'react'
import { boardCodeIn } from '#client/code.ts'
import type { Action } from '#web/components/action.ts'
import { Field, Form } from '#web/components/Form.tsx'
import { ScanButton } from '#web/components/scan/ScanButton.tsx'
import { keepBoardCode } from '#web/lib/board-code.ts'
import type { SignInput } from './signing.ts'
import { useHourWords } from './words.ts'

export interface BoardCodeFormProps {
  action: Action<SignInput>
  typed: string
  onText: (text: string) => void
}

/** Takes the code of the board by camera or by hand. */
export function BoardCodeForm({ action, typed, onText }: BoardCodeFormProps) {
  const words = useHourWords()
  const [flaw, setFlaw] = useState<string>()
  const take = (text: string) => {
    const code = boardCodeIn(text)
    if (code !== undefined) keepBoardCode(code)
    return code === undefined ? words.noCode : undefined
  }
  return (
    <Form action={action} submit={words.signIn} onSubmit={() => setFlaw(take(typed))}>
      <ScanButton
        title={words.scan}
        hand={{ label: words.code, about: words.codeAbout }}
        wrong={(text) => (boardCodeIn(text) ? undefined : words.noCode)}
        onScan={take}
        mr="auto"
      >
        {words.scan}
      </ScanButton>
      <Field
        action={{ label: action.label, errorOf: (field) => flaw ?? action.errorOf(field) }}
        name="code"
        value={typed}
        onText={onText}
        about={words.codeAbout}
        autoComplete="off"
      />
    </Form>
  )
}
