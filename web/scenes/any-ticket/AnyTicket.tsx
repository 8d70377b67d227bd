import { Redirect, useParams } from 'wouter'
import { pages } from '#contract/pages.ts'
import { useMe } from '#web/data/hooks.ts'
import { Needs } from '#web/parts/Needs.tsx'

/** Where the code on a device's tag leads: members to the desk, everybody else to their own ticket. */
export function AnyTicket() {
  return (
    <Needs who="user">
      <Onward />
    </Needs>
  )
}

function Onward() {
  const { id = '' } = useParams()
  const me = useMe()
  const works = me.data?.member || me.data?.linked
  return <Redirect to={works ? `${pages.desk}/tickets/${id}` : pages.ticket.replace(':id', id)} replace />
}
