const maxBytes = 256 * 1024

/**
 * Calls a server that we do not run. It follows no redirect and does not read a long answer to its end. The signal of `init` covers the
 * body too.
 */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const bytes = await readBounded(response.body ?? [], maxBytes)
  const { status, headers } = response
  return new Response(status === 204 || status === 205 || status === 304 ? null : bytes, { status, headers })
}

/** All bytes of a body. Throws a RangeError if there are more than `max`. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  max: number,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > max) throw new RangeError('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The code or the name of an error. Messages are left out, because they may repeat an address with a ticket or code in it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return codeOf(error) ?? (error.cause instanceof Error ? codeOf(error.cause) : undefined) ?? error.name
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
