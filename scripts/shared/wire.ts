import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** A POST as it goes over the wire. */
export function requestText(url: string, path: string, fields: object): string {
  const body = JSON.stringify(fields)
  return `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** One connection that stays open and asks one thing at a time: as little client as possible, so that the service is what is measured. */
export class Wire implements Disposable {
  readonly #socket: Socket
  readonly #url: string
  #received = ''
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#url = url
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    // One byte is one character, so that content-length counts characters too.
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text) => this.#take(String(text)))
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the connection was closed')))
  }

  post(path: string, fields: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      if (this.#socket.destroyed) reject(new Error('the connection is closed'))
      else this.#socket.write(requestText(this.#url, path, fields))
    })
  }

  /** Logs somebody in; answers the token. */
  async login(code: string): Promise<string> {
    const { status, body } = await this.post('/login', { code })
    if (status !== 200) throw new Error(`login answered ${status}: ${body}`)
    return (JSON.parse(body) as { token: string }).token // by the contract
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  #take(text: string): void {
    this.#received += text
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = this.#received.slice(0, headEnd)
    const end = headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#received.length < end) return
    const body = this.#received.slice(headEnd + 4, end)
    this.#received = this.#received.slice(end)
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), body })
  }
}
