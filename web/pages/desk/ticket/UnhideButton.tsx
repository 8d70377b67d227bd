import { Group } from '@mantine/core'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { useDeskTicketWords } from './words.ts'

export function UnhideButton({ ticket, note }: { ticket: number; note?: number }) {
  const words = useDeskTicketWords()
  const me = useMe().data?.member
  const show = useAction({
    work: () => api.content.show({ ticket, ...(note === undefined ? {} : { note }) }),
    onSettled: () => invalidate('tickets'),
  })
  if (!me?.admin) return null
  return (
    <Group gap="xs">
      <ConfirmButton label={words.showAgain} action={show} variant="default" question={words.showAgainQuestion} />
      <ErrorAlert>{show.formError}</ErrorAlert>
    </Group>
  )
}
