import { Alert, Button, Group, Switch } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isDone, nextStatuses } from '#client/ticket.ts'
import { noteTypes, statuses } from '#contract/codes.ts'
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
  const { content, write, inside, setInside, photos, ending, waits, ends, isGone, move } = form
  const shown = useRef<HTMLDivElement>(null)
  const unlessSecondTap = useIgnoreSecondTap()
  useEffect(() => {
    if (!ends) return
    // Do not focus a text field: a phone would show its keyboard over the button.
    shown.current?.querySelector<HTMLInputElement>(':checked, input')?.focus({ preventScroll: true })
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [ends])
  useEffect(() => {
    if (isGone && (!form.changed || form.hasArrived)) form.close()
  })
  return (
    <div ref={shown} onClickCapture={unlessSecondTap}>
      <Form
        action={{ busy: move.busy, formError: form.error }}
        submit={isGone ? words.sendNote : words.move(codeName('status', to))}
        onSubmit={form.submit}
        onEscape={onDone}
        changed={form.changed}
        onBack={onDone}
      >
        {isGone && <Alert color="yellow">{words.movedMeanwhile(codeName('status', ticket.status))}</Alert>}
        {waits && !isGone && (
          <Group gap="xs">
            {words.waitingReasons.map((reason) => (
              <Button key={reason} variant="light" onClick={() => write(reason)}>
                {reason}
              </Button>
            ))}
          </Group>
        )}
        {ends && !isGone && (
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
  // If a colleague is faster, the note remains and becomes a comment.
  const isOver = !nextStatuses(ticket).includes(to)
  const [content, setContent] = useDraftText(`move.${id}`)
  const [inside, setInside] = useState(false)
  const [missing, setMissing] = useState(false)
  const photos = usePhotos()
  const waits = to === statuses.waiting
  const ends = isDone(to)
  const ending = useClosingForm(ticket, to)
  const labels = useClosingLabels(to)
  const update = useIdempotentCall(api.tickets.update)
  const addnote = useIdempotentCall(api.tickets.addnote)
  const write = (text: string) => {
    setContent(text)
    setMissing(false)
  }
  const close = () => {
    write('')
    // A draft of the outcome is offered again where the outcome can be corrected.
    if (!isOver) ending.forget()
    onDone()
  }
  const move = useAction({
    work: () =>
      photos.sendWith((pic) => {
        const note = { id, content: content.trim(), pic }
        if (isOver) return addnote({ ...note, type: inside ? noteTypes.internal : noteTypes.comment })
        // Without text or photos the service adds no note.
        return update({ ...note, status: to, internal: inside, ...(ends ? ending.input : {}) })
      }),
    onSuccess: () => close(),
    onSettled: () => invalidate('tickets'),
    fields: { content: waits ? words.waitingFor : words.note, ...(ends ? labels : {}) },
  })
  const isGone = isOver && !move.busy
  // The answer was lost, but the ticket is where this form sent it.
  const isMine = (note: TicketInfo['notes'][number]) => note.own && note.content === content.trim()
  const hasArrived = move.failure?.status === 0 && ticket.status === to && ticket.notes.some(isMine)
  return {
    ...{ content, write, inside, setInside, missing, photos, waits, ends, isGone, hasArrived, ending, move, close },
    submit: () => (waits && content.trim() === '' ? setMissing(true) : move.submit()),
    changed: content.trim() !== '' || photos.photos.length > 0 || (ends && !isGone && ending.changed),
    error: errorBesidePhotos(move),
  }
}
