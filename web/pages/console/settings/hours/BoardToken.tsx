import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressQr } from '#web/components/AddressQr.tsx'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { useHourSettingWords } from './words.ts'

export function BoardToken() {
  const words = useHourSettingWords()
  const board = useQuery(queries.hours.board())
  const [address, setAddress] = useState('')
  const reload = () => invalidate('hours')
  const make = useAction({
    work: () => api.hours.makeBoard(),
    onSuccess: ({ url }) => setAddress(url),
    onSettled: reload,
  })
  const end = useAction({
    work: () => api.hours.endBoard(),
    toast: words.ended,
    onSuccess: () => setAddress(''),
    onSettled: reload,
  })
  return (
    <Card id="display" title={words.board} about={words.boardAbout}>
      <KeepFocus>
        <Stack>
          {board.isError && <LoadError error={board.error} retry={board.refetch} />}
          {address && <BoardAddress url={address} done={() => setAddress('')} />}
          {board.data?.made === '' && <Text c="dimmed">{words.noBoard}</Text>}
          {board.data?.made && (
            <Text>
              {words.madeBy(board.data.by)} <Time at={board.data.made} />
            </Text>
          )}
          <ErrorAlert>{make.formError ?? end.formError}</ErrorAlert>
          {board.data && (
            <Group>
              {board.data.made ? (
                <>
                  <ConfirmButton
                    label={words.makeAgain}
                    action={make}
                    variant="default"
                    tone="teal"
                    question={words.makeAgainQuestion}
                  />
                  <ConfirmButton label={words.endBoard} action={end} question={words.endBoardQuestion} />
                </>
              ) : (
                <ActionButton action={make} variant="default">
                  {words.makeBoard}
                </ActionButton>
              )}
            </Group>
          )}
        </Stack>
      </KeepFocus>
    </Card>
  )
}

function BoardAddress({ url, done }: { url: string; done: () => void }) {
  const words = useHourSettingWords()
  return (
    <Paper withBorder p="md">
      <Stack align="center" gap="sm">
        <Text role="status">{words.openOnce}</Text>
        {/* The secret after the # is not part of the address that is checked. */}
        <AddressQr page={url.replace(/#.*/, '')} address={url} label={words.boardCode} />
        <Code style={{ overflowWrap: 'anywhere', textAlign: 'center' }}>{url}</Code>
        <Group>
          <CopyButton text={url} />
          <Button variant="default" onClick={done}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
