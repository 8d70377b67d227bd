import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Lang } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form } from '#web/components/Form.tsx'
import { languageOptions, switchLanguage } from '#web/components/Switches.tsx'
import { useWords } from '#web/components/words.ts'
import { api, refreshMe } from '#web/data/api.ts'
import { changesIn } from '#web/data/merge.ts'
import { useLang } from '#web/lib/language.ts'
import { useChanges } from '#web/lib/unsaved.ts'
import { useAccountWords } from './words.ts'

export function Profile(known: { name: string; phone: string }) {
  const { save, saved } = useWords()
  const words = useAccountWords()
  const [name, setName] = useState(known.name)
  const [phone, setPhone] = useState(known.phone)
  const values = { name: name.trim(), phone: phone.trim() }
  const [read, setRead] = useState(values)
  const changes = useChanges(values)
  const form = useAction({
    // Send changed fields only: another device may have changed the others.
    work: (sent: typeof values) => api.users.update(changesIn(read, sent)),
    toast: saved,
    onSuccess: (_, sent) => {
      changes.saved(sent)
      setRead(sent)
      return refreshMe()
    },
    fields: { name: words.name, phone: words.phone },
  })
  return (
    <Card alone title={words.profile} about={words.profileAbout}>
      <Form action={form} submit={save} onSubmit={() => form.submit(values)} changed={changes.changed}>
        <Field action={form} name="name" value={name} onText={setName} autoComplete="name" maxLength={limits.name} />
        <Field action={form} name="phone" value={phone} onText={setPhone} inputMode="tel" autoComplete="tel" />
      </Form>
    </Card>
  )
}

export function OwnLanguage() {
  const words = useAccountWords()
  const lang = useLang()
  return (
    <Card title={words.language} about={words.languageAbout}>
      <NativeSelect
        aria-label={words.language}
        value={lang}
        data={languageOptions}
        onChange={(event) => switchLanguage(event.currentTarget.value as Lang)} // one of the options above
      />
    </Card>
  )
}
