import { may } from '#client/ticket.ts'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useDeskTicketWords } from './words.ts'

export function TakeOver({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const me = useMe().data?.member
  const { id, workers } = ticket
  const takeOver = useAction({
    work: async (member: number) => {
      // In this order the ticket always has a worker, even if a later call fails.
      await api.tickets.assign({ id, member })
      for (const worker of workers) await api.tickets.drop({ id, member: worker.id })
    },
    toast: words.takenOver,
    onSettled: () => invalidate('tickets'),
  })
  const theirs = workers.length > 0 && !workers.some((worker) => worker.id === me?.id)
  if (!me?.admin || !theirs || !may(ticket, 'assign')) return null
  return (
    <>
      <ConfirmButton
        label={words.takeOver}
        action={{ busy: takeOver.busy, submit: () => takeOver.submit(me.id) }}
        variant="default"
        color="gray"
        question={words.takeOverQuestion(workers.map(({ name }) => name).join(words.and))}
      />
      <ErrorAlert>{takeOver.formError}</ErrorAlert>
    </>
  )
}
