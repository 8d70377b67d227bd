import { setTimeout as pause } from 'node:timers/promises'

/** The bytes of a POST request. */
export function requestText(url: string, path: string, fields: object): string {
  const body = JSON.stringify(fields)
  return `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

export async function post(url: string, path: string, fields: object): Promise<{ status: number; body: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(fields) })
  return { status: response.status, body: await response.text() }
}

/** Logs a person in; returns the token. */
export async function logIn(url: string, code: string): Promise<string> {
  const { status, body } = await post(url, '/login', { code })
  if (status !== 200) throw new Error(`login answered ${status}: ${body}`)
  return (JSON.parse(body) as { token: string }).token // by the contract
}

/** Sends one feedback after the other until `isOver`. Like a client, it repeats a request that is refused with a status of `again`. */
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
