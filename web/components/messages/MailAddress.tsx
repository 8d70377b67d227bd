import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { codeFrom, wholeDigits } from '#client/code.ts'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { AnotherCode } from '#web/components/sign-in/AnotherCode.tsx'
import { showToast } from '#web/components/toast-list.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { Notify } from './notify.ts'
import { useMailWords } from './words.ts'

type Mail = NonNullable<Notify['mail']>
const changed = () => invalidate('notify')

/** The person's mail address: absent, unconfirmed, in use, or refused. */
export function MailAddress({ mail, focus = false }: { mail: Mail; focus?: boolean }) {
  const words = useMailWords()
  const { address, pending, refused } = mail
  // An unconfirmed address is shown before the one in use, unless the user wants another.
  const [step, setStep] = useState<'change' | 'other' | 'sent' | undefined>(focus ? 'change' : undefined)
  const close = () => setStep(undefined)
  const inUse = address !== '' && !refused
  const isTyping = step === 'change' || step === 'other'
  return (
    <KeepFocus>
      <Stack gap="sm">
        {refused && <Alert color="orange">{words.refused(address)}</Alert>}
        {pending !== '' && step !== 'other' ? (
          <ConfirmForm mail={mail} focus={step === 'sent'} other={() => setStep('other')} close={close} />
        ) : inUse && !isTyping ? (
          <AddressInUse mail={mail} change={() => setStep('change')} />
        ) : (
          <AddressForm inUse={inUse} focus={isTyping} sent={() => setStep('sent')} close={close} />
        )}
      </Stack>
    </KeepFocus>
  )
}

interface AddressFormProps {
  inUse: boolean
  focus: boolean
  sent: () => void
  close: () => void
}

function AddressForm({ inUse, focus, sent, close }: AddressFormProps) {
  const words = useMailWords()
  const [values, setValues] = useState({ mail: '' })
  const mail = values.mail.trim()
  const send = useAction({
    work: () => api.messages.setMail({ mail }),
    onSuccess: async () => {
      await changed()
      sent()
    },
    fields: { mail: words.mail },
  })
  const keep = (
    <Button variant="subtle" onClick={close}>
      {words.keep}
    </Button>
  )
  return (
    <Form
      action={send}
      submit={words.use}
      // An empty address would remove the stored one.
      onSubmit={() => mail && send.submit()}
      beside={inUse && keep}
    >
      <Field
        {...fieldsOf(send, values, setValues)('mail')}
        about={words.about}
        inputMode="email"
        autoComplete="email"
        autoFocus={focus}
      />
    </Form>
  )
}

interface ConfirmFormProps {
  mail: Mail
  focus: boolean
  other: () => void
  close: () => void
}

function ConfirmForm({ mail: { address, pending, refused }, focus, other, close }: ConfirmFormProps) {
  const words = useMailWords()
  const [values, setValues] = useState({ code: '' })
  const confirm = useAction({
    work: (typed: string) => api.messages.verifyMail({ code: codeFrom(typed, 'mail') }),
    onSuccess: () => {
      showToast(words.confirmed)
      close()
      return changed()
    },
    fields: { code: words.code },
    codes: { code_refused: 'code' },
  })
  const another = (
    <Button variant="subtle" onClick={other}>
      {words.other}
    </Button>
  )
  return (
    <>
      <Form
        action={confirm}
        submit={words.confirm}
        onSubmit={() => values.code.trim() && confirm.submit(values.code)}
        beside={another}
      >
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          <Lead text={words.sent(pending)}>{address && !refused && address !== pending && words.stillTo(address)}</Lead>
        </Text>
        <Field
          {...fieldsOf(confirm, values, setValues)('code')}
          onText={(typed) => {
            setValues({ code: typed })
            if (wholeDigits(typed)) confirm.submit(typed)
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={focus}
        />
      </Form>
      <AnotherCode key={pending} send={() => api.messages.setMail({ mail: pending })} sentAgain={words.sentAgain} />
    </>
  )
}

function AddressInUse({ mail: { address, own }, change }: { mail: Mail; change: () => void }) {
  const words = useMailWords()
  const remove = useAction({
    work: () => api.messages.setMail({ mail: '' }),
    onSuccess: () => showToast(words.removed),
    onSettled: changed,
  })
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Lead text={words.goesTo(address)}>{!own && words.loginMail}</Lead>
      </Text>
      <ErrorAlert>{remove.formError}</ErrorAlert>
      <Group gap="xs">
        <Button variant="default" onClick={change}>
          {words.change}
        </Button>
        {own && <ConfirmButton label={words.remove} action={remove} variant="subtle" question={words.removeQuestion} />}
      </Group>
    </>
  )
}
