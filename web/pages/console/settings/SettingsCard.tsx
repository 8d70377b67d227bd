import type { ReactNode } from 'react'
import { Card } from '#web/components/Card.tsx'
import { Form } from '#web/components/Form.tsx'
import type { VersionedForm } from '#web/components/versioned-form.ts'
import { useWords } from '#web/components/words.ts'

interface Props {
  id: string
  title: string
  about?: ReactNode
  form: VersionedForm
  /** The label of the button, if it does more than save. */
  submit?: string | undefined
  children: ReactNode
}

/** A group of settings that is saved by itself. */
export function SettingsCard({ form, submit, children, ...card }: Props) {
  const { save } = useWords()
  return (
    <Card {...card}>
      <Form action={form} submit={submit ?? save} onSubmit={form.submit} changed={form.changed}>
        {children}
      </Form>
    </Card>
  )
}
