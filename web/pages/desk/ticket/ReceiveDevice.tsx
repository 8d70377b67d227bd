import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { tagIn } from '#client/scan.ts'
import { may } from '#client/ticket.ts'
import { accessories } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Choice } from '#web/components/Choice.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, useText } from '#web/components/Form.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { Photos } from '#web/components/Photos.tsx'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { errorBesidePhotos, usePhotos } from '#web/components/photo-list.ts'
import { ScanButton } from '#web/components/scan/ScanButton.tsx'
import { useScanWords } from '#web/components/scan/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { useCustodyWords } from './custody-words.ts'

export function ReceiveDevice({ ticket }: { ticket: TicketInfo }) {
  const words = useCustodyWords()
  const codeName = useCodeNames()
  const [open, setOpen] = useState(false)
  const form = useReceiveDevice(ticket)
  const { things, photos, receive } = form
  return (
    <PlainForm onSubmit={() => receive.submit()}>
      <Stack gap="sm">
        <div>
          <Text fw={600}>{words.notHere}</Text>
          {!open && things.length > 0 && (
            <Text variant="secondary">{words.filedWith(things.map((code) => codeName('accessory', code)))}</Text>
          )}
        </div>
        {open && (
          <>
            <ThingsChoice ticket={ticket} chosen={things} onChange={form.setThings} />
            <TagToTie tag={form.tag} onTag={form.setTag} />
            <Photos of={photos} />
          </>
        )}
        <Group gap="xs" align="flex-end">
          <div style={{ flex: '1 1 7rem' }}>
            <Field action={receive} {...form.shelf} maxLength={limits.shelf} autoComplete="off" />
          </div>
          <Button
            type="submit"
            flex="1 1 7rem"
            variant={may(ticket, 'pick') ? 'light' : 'filled'}
            loading={receive.busy}
          >
            {words.receive}
          </Button>
        </Group>
        {!open && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.more}
          </Button>
        )}
        <ErrorAlert>{errorBesidePhotos(receive)}</ErrorAlert>
      </Stack>
    </PlainForm>
  )
}

function useReceiveDevice(ticket: TicketInfo) {
  const words = useCustodyWords()
  const { id } = ticket
  const shelf = useText('shelf')
  const [things, setThings] = useState(ticket.accessories)
  const [tag, setTag] = useState<number>()
  const photos = usePhotos()
  const send = useIdempotentCall(api.custody.receive)
  const receive = useAction({
    work: () =>
      photos.sendWith((pic) =>
        send({ id, accessories: things, shelf: shelf.value.trim(), ...(tag === undefined ? {} : { tag }), pic }),
      ),
    toast: words.received,
    onSettled: () => invalidate('tickets', 'custody', 'visits'),
    fields: { shelf: words.shelf },
  })
  useUnsaved(photos.photos.length > 0)
  return { shelf, things, setThings, tag, setTag, photos, receive }
}

interface ThingsChoiceProps {
  ticket: TicketInfo
  chosen: number[]
  onChange: (chosen: number[]) => void
}

function ThingsChoice({ ticket, chosen, onChange }: ThingsChoiceProps) {
  const words = useCustodyWords()
  const codeName = useCodeNames()
  // Other clients may have used further codes.
  const codes = [...new Set([...Object.values(accessories), ...ticket.accessories])]
  return (
    <Choice
      many
      legend={words.accessories}
      name="accessories"
      options={codes.map((code) => ({ value: code, label: codeName('accessory', code) }))}
      chosen={chosen}
      onChange={onChange}
    />
  )
}

function TagToTie({ tag, onTag }: { tag: number | undefined; onTag: (tag: number | undefined) => void }) {
  const words = useCustodyWords()
  const { noTag } = useScanWords()
  return (
    <Group gap="xs">
      <ScanButton
        title={words.tagTitle}
        wrong={(text) => (tagIn(text) === undefined ? noTag : undefined)}
        onScan={(text) => onTag(tagIn(text))}
      >
        {words.tieTag}
      </ScanButton>
      {tag !== undefined && (
        <Group gap={4} wrap="nowrap">
          <Text>{words.tag(tag)}</Text>
          <CloseButton size={44} iconSize={18} aria-label={words.untieTag(tag)} onClick={() => onTag(undefined)} />
        </Group>
      )}
    </Group>
  )
}
