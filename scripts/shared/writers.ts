import { setTimeout as pause } from 'node:timers/promises'
import { logIn, post } from './client.ts'

/** Sends one feedback after the other until told to stop. One that is refused with a status of `again` is sent again, as a client would. */
export async function writeFeedback(
  url: string,
  name: string,
  answered: (content: string) => void,
  { isOver = () => false, again = [503] }: { isOver?: () => boolean; again?: readonly number[] } = {},
): Promise<void> {
  const token = await logIn(url, name)
  for (let i = 0; !isOver(); i += 1) {
    const content = `${name}-${i}`
    const { status } = await post(url, '/report', { token, content })
    if (status === 200) answered(content)
    else if (again.includes(status)) await pause(50)
    else throw new Error(`/report answered ${status}`)
  }
}
