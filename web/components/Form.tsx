import { Button, Group, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '#web/lib/unsaved.ts'
import type { FieldInfo } from './action.ts'
import { ErrorAlert } from './errors.tsx'
import { PlainForm } from './PlainForm.tsx'
import { useWords } from './words.ts'

interface Props {
  action: { readonly busy: boolean; readonly formError: string | undefined }
  submit: string
  /** The page has another main step. */
  secondary?: boolean
  onSubmit: () => void
  /** Something is not answered yet. */
  disabled?: boolean
  /** Unsaved input: ask before the page is left. */
  changed?: boolean
  onBack?: (() => void) | undefined
  beside?: ReactNode
  /** Closes the form by Escape, unless that key closes a list in it. */
  onEscape?: () => void
  children: ReactNode
}

export function Form({
  action,
  submit,
  secondary = false,
  onSubmit,
  disabled = false,
  changed = false,
  onBack,
  beside,
  onEscape,
  children,
}: Props) {
  const { goBack } = useWords()
  useUnsaved(changed)
  return (
    <PlainForm
      onSubmit={onSubmit}
      onKeyDownCapture={({ key, target, nativeEvent: { isComposing } }) => {
        if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
        if (target.getAttribute('aria-expanded') !== 'true') onEscape?.()
      }}
    >
      <Stack>
        {children}
        <ErrorAlert>{action.formError}</ErrorAlert>
        <Group data-actions>
          <Button type="submit" variant={secondary ? 'default' : 'filled'} loading={action.busy} disabled={disabled}>
            {submit}
          </Button>
          {onBack && (
            <Button variant="default" onClick={onBack}>
              {goBack}
            </Button>
          )}
          {beside}
        </Group>
      </Stack>
    </PlainForm>
  )
}

interface FieldProps {
  readonly action: FieldInfo
  readonly name: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly about?: string
  readonly maxLength?: number
  readonly autoComplete?: string
  readonly inputMode?: 'text' | 'tel' | 'email' | 'numeric' | 'decimal'
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

/** The state of one text field: `<Field action={send} {...mail} />`. */
export function useText(name: string) {
  const [value, onText] = useState('')
  return { name, value, onText }
}

export type NamesOf<V, Type> = { [Name in keyof V & string]: V[Name] extends Type ? Name : never }[keyof V & string]

/** `<Field {...field('phone')} />`. `name` is the field's name at the service, if it differs. */
export function fieldsOf<V extends object>(action: FieldInfo, values: V, change: (values: V) => void) {
  return (key: NamesOf<V, string>, name: string = key) => {
    return { action, name, value: String(values[key]), onText: (text: string) => change({ ...values, [key]: text }) }
  }
}

export function Field({ type = 'text', ...props }: FieldProps & { type?: 'text' | 'date' | 'time' }) {
  const { action, name, rest, error, ref } = useField<HTMLInputElement>(props)
  return <TextInput ref={ref} type={type} name={name} label={action.label(name)} error={error} {...rest} />
}

export function PasswordField(props: FieldProps) {
  const { action, name, rest, error, ref } = useField<HTMLInputElement>(props)
  return <PasswordInput ref={ref} name={name} label={action.label(name)} error={error} {...rest} />
}

export function TextField({ rows = 3, ...props }: FieldProps & { rows?: number }) {
  const { action, name, rest, error, ref } = useField<HTMLTextAreaElement>(props)
  return (
    <Textarea
      ref={ref}
      name={name}
      label={action.label(name)}
      error={error}
      autosize
      minRows={rows}
      onKeyDown={submitByKey}
      {...rest}
    />
  )
}

/** Enter alone begins a line. */
function submitByKey({ key, ctrlKey, metaKey, nativeEvent, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) {
  if (key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing) currentTarget.form?.requestSubmit()
}

function useField<E extends HTMLElement & { value: string }>({ action, name, onText, about, ...shown }: FieldProps) {
  const ref: RefObject<E | null> = useRef(null)
  const error = action.errorOf(name)
  useEffect(() => {
    if (error) ref.current?.focus()
  }, [error])
  const onChange = (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value)
  return { action, name, error, ref, rest: { ...shown, ...(about ? { description: about } : {}), onChange } }
}
