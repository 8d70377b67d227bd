const mostBytes = 256 * 1024

/**
 * Asks a server that we do not run: no redirect is followed, and a long answer is not read to its end. The signal of
 * `init` covers the body too.
 */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new RangeError('too long an answer')
    parts.push(part)
  }
  const { status, headers } = response
  return new Response(hasBody(status) ? Buffer.concat(parts) : null, { status, headers })
}

const hasBody = (status: number) => status !== 204 && status !== 205 && status !== 304

/** What kind of failure it was. Messages are not kept: they may repeat an address with a ticket or code in it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const code = codeOf(error) ?? (cause instanceof Error ? codeOf(cause) : undefined)
  return code ?? error.name
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
