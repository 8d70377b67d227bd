import { setTimeout as pause } from 'node:timers/promises'
import { Wire } from './wire.ts'

/** Sends one feedback after the other until told to stop; one that is refused for now is sent again, as a client would. */
export async function writeFeedback(
  url: string,
  name: string,
  answered: (content: string) => void,
  isOver: () => boolean = () => false,
): Promise<void> {
  using wire = new Wire(url)
  const token = await wire.login(name)
  for (let i = 0; !isOver(); i += 1) {
    const content = `${name}-${i}`
    const { status } = await wire.post('/report', { token, content })
    if (status === 200) answered(content)
    else if (status === 503) await pause(50)
    else throw new Error(`/report answered ${status}`)
  }
}
