export interface Answer {
  readonly status: number
  readonly body: string
}

/** A POST as it goes over the wire. */
export function requestText(url: string, path: string, fields: object): string {
  const body = JSON.stringify(fields)
  return `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

export async function post(url: string, path: string, fields: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(fields) })
  return { status: response.status, body: await response.text() }
}

/** Logs a person in; answers the token. */
export async function logIn(url: string, code: string): Promise<string> {
  const { status, body } = await post(url, '/login', { code })
  if (status !== 200) throw new Error(`login answered ${status}: ${body}`)
  return (JSON.parse(body) as { token: string }).token // by the contract
}
