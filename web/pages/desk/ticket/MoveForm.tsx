import { Button, Group, Switch } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isDone } from '#client/ticket.ts'
import { statuses } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { useDraftText } from '#web/components/draft-text.ts'
import { Form, TextField } from '#web/components/Form.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { Photos } from '#web/components/Photos.tsx'
import { errorBesidePhotos, usePhotos } from '#web/components/photo-list.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { ClosingFields, useClosingLabels } from './ClosingFields.tsx'
import { useClosingForm, useIgnoreSecondTap } from './closing-form.ts'
import { useDeskTicketWords } from './words.ts'

interface Props {
  ticket: TicketInfo
  to: number
  onDone: () => void
}

/** A waiting ticket needs a reason. A finished one may get its outcome, which is usually filled in already. */
export function MoveForm({ ticket, to, onDone }: Props) {
  const words = useDeskTicketWords()
  const codeName = useCodeNames()
  const form = useMoveForm({ ticket, to, onDone })
  const { content, write, inside, setInside, photos, ending, waits, ends, move } = form
  const shown = useRef<HTMLDivElement>(null)
  const unlessSecondTap = useIgnoreSecondTap()
  useEffect(() => {
    if (!ends) return
    // Do not focus a text field: a phone would show its keyboard over the button.
    shown.current?.querySelector<HTMLInputElement>(':checked, input')?.focus({ preventScroll: true })
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [ends])
  return (
    <div ref={shown} onClickCapture={unlessSecondTap}>
      <Form
        action={{ busy: move.busy, formError: form.error }}
        submit={words.move(codeName('status', to))}
        onSubmit={form.submit}
        onEscape={onDone}
        changed={form.changed}
        onBack={onDone}
      >
        {waits && (
          <Group gap="xs">
            {words.waitingReasons.map((reason) => (
              <Button key={reason} variant="light" onClick={() => write(reason)}>
                {reason}
              </Button>
            ))}
          </Group>
        )}
        {ends && (
          <ClosingFields of={move} status={to} guess={ticket.guess} closing={ending.closing} change={ending.change} />
        )}
        <TextField
          action={{ ...move, errorOf: (field) => (form.missing ? words.waitingMissing : move.errorOf(field)) }}
          name="content"
          value={content}
          onText={write}
          autoFocus={!ends}
          rows={2}
          maxLength={limits.text}
          {...(inside ? {} : { about: words.noteAbout })}
        />
        <Photos of={photos} low={ends} />
        {content.trim() && (
          <Switch
            label={words.noteInside}
            checked={inside}
            onChange={(event) => setInside(event.currentTarget.checked)}
          />
        )}
      </Form>
    </div>
  )
}

function useMoveForm({ ticket, to, onDone }: Props) {
  const { id } = ticket
  const words = useDeskTicketWords()
  // If a colleague is faster, this form disappears; the draft survives.
  const [content, setContent] = useDraftText(`move.${id}`)
  const [inside, setInside] = useState(false)
  const [missing, setMissing] = useState(false)
  const photos = usePhotos()
  const waits = to === statuses.waiting
  const ends = isDone(to)
  const ending = useClosingForm(ticket, to)
  const labels = useClosingLabels(to)
  const update = useIdempotentCall(api.tickets.update)
  const write = (text: string) => {
    setContent(text)
    setMissing(false)
  }
  const move = useAction({
    work: () =>
      photos.sendWith((pic) => {
        // Without text or photos the service adds no note.
        const said = { id, status: to, content: content.trim(), pic, internal: inside }
        return update({ ...said, ...(ends ? ending.input : {}) })
      }),
    onSuccess: () => {
      write('')
      ending.forget()
      onDone()
    },
    onSettled: () => invalidate('tickets'),
    fields: { content: waits ? words.waitingFor : words.note, ...(ends ? labels : {}) },
  })
  return {
    ...{ content, write, inside, setInside, missing, photos, waits, ends, ending, move },
    submit: () => (waits && content.trim() === '' ? setMissing(true) : move.submit()),
    changed: content.trim() !== '' || photos.photos.length > 0 || (ends && ending.changed),
    error: errorBesidePhotos(move),
  }
}
