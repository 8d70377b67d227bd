import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { tagIn } from '#client/scan.ts'
import { accessories } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Choice } from '#web/components/Choice.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field } from '#web/components/Field.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { Photos } from '#web/components/Photos.tsx'
import { isPhotoRefusal, usePhotos } from '#web/components/photo-list.ts'
import { ScanButton } from '#web/components/scan/ScanButton.tsx'
import { useScanWords } from '#web/components/scan/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { Ticket } from '#web/data/queries.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { useCustodyWords } from './custody-words.ts'

export function ReceiveDevice({ ticket }: { ticket: Ticket }) {
  const words = useCustodyWords()
  const { noTag } = useScanWords()
  const codeName = useCodeNames()
  const { id } = ticket
  const [open, setOpen] = useState(false)
  const [shelf, setShelf] = useState('')
  const [things, setThings] = useState(ticket.accessories)
  const [tag, setTag] = useState<number>()
  const photos = usePhotos()
  const send = useIdempotentCall(api.custody.receive)
  const receive = useAction({
    work: () =>
      photos.sendWith((pic) =>
        send({ id, accessories: things, shelf: shelf.trim(), ...(tag === undefined ? {} : { tag }), pic }),
      ),
    toast: words.received,
    onSettled: () => invalidate('tickets', 'custody', 'visits'),
    fields: { shelf: words.shelf },
  })
  useUnsaved(photos.photos.length > 0)
  const named = (code: number) => codeName('accessory', code)
  // Other clients may have used further codes.
  const options = [...new Set([...Object.values(accessories), ...ticket.accessories])]
  const rest = receive.failure && isPhotoRefusal(receive.failure) ? undefined : receive.formError
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        receive.submit()
      }}
    >
      <Stack gap="sm">
        <div>
          <Text fw={600}>{words.notHere}</Text>
          {!open && things.length > 0 && <Text variant="secondary">{words.filedWith(things.map(named))}</Text>}
        </div>
        {open && (
          <>
            <Choice
              many
              legend={words.accessories}
              name="accessories"
              options={options.map((code) => ({ value: code, label: named(code) }))}
              chosen={things}
              onChange={setThings}
            />
            <Group gap="xs">
              <ScanButton
                title={words.tagTitle}
                wrong={(text) => (tagIn(text) === undefined ? noTag : undefined)}
                onScan={(text) => setTag(tagIn(text))}
              >
                {words.tieTag}
              </ScanButton>
              {tag !== undefined && (
                <Group gap={4} wrap="nowrap">
                  <Text>{words.tag(tag)}</Text>
                  <CloseButton
                    size={44}
                    iconSize={18}
                    aria-label={words.untieTag(tag)}
                    onClick={() => setTag(undefined)}
                  />
                </Group>
              )}
            </Group>
            <Photos of={photos} />
          </>
        )}
        <Group gap="xs" align="flex-end">
          <div style={{ flex: '1 1 7rem' }}>
            <Field
              action={receive}
              name="shelf"
              value={shelf}
              onText={setShelf}
              maxLength={limits.shelf}
              autoComplete="off"
            />
          </div>
          <Button type="submit" flex="1 1 7rem" loading={receive.busy}>
            {words.receive}
          </Button>
        </Group>
        {!open && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.more}
          </Button>
        )}
        <ErrorAlert>{rest}</ErrorAlert>
      </Stack>
    </form>
  )
}
