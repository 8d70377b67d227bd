import type { Person, Team } from './team.ts'

type Wish = Parameters<Person['tickets']['create']>[0]

/** Files a repair. Answers its number. */
export async function createTicket(person: Person, wish: Partial<Wish> = {}): Promise<number> {
  let id = 0
  const onHeaders = (header: (name: string) => string | null) => {
    id = Number(header('x-ticket-id'))
  }
  await person.tickets.create({ type: 0, device: 'kettle', ...wish }, { onHeaders })
  return id
}

/** The entries of the operation log about tickets, oldest first. */
export async function ticketLog(team: Team) {
  const { list } = await (await team.admin()).admin.log({ target: 0 })
  return list.toReversed()
}

/** A picture as `wx.uploadFile` sends it: a form with a file, and the token as a field before or after it. */
export function uploadForm(token: string | undefined, bytes: Uint8Array | undefined, tokenFirst = true): RequestInit {
  const body = new FormData()
  if (token !== undefined && tokenFirst) body.append('token', token)
  if (bytes) body.append('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  if (token !== undefined && !tokenFirst) body.append('token', token)
  return { method: 'POST', body }
}
