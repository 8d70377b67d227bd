import { Redirect, useParams } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { forRole } from '#web/components/RequireRole.tsx'
import { useMe } from '#web/data/hooks.ts'

/** The target of the code on a device tag. Members go to the desk, owners to their own ticket. */
export const AnyTicket = forRole('user', RedirectToTicket)

function RedirectToTicket() {
  const { id = '' } = useParams()
  const me = useMe()
  const works = me.data?.member || me.data?.linked
  return <Redirect to={works ? `${pages.desk}/tickets/${id}` : pages.ticket.replace(':id', id)} replace />
}
