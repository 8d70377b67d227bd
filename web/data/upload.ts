import { Failure, failureOf } from '#contract/client.ts'
import { languages } from '#contract/languages.ts'
import { language } from '#web/lib/language.ts'
import { sessionEnded } from './api.ts'
import { session } from './session.ts'

export async function upload(
  file: Blob,
  onProgress: (part: number) => void = () => {},
  signal: AbortSignal = AbortSignal.timeout(120_000),
  more: { readonly use?: 'signature' } = {},
): Promise<string> {
  const { url } = await sendForm<{ url: string }>('/upload', { file, ...more }, onProgress, signal)
  return url
}

/** Sends a form and reports progress from 0 to 1, which `fetch` cannot. */
export function sendForm<Answer>(
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const request = new XMLHttpRequest()
  const token = session.token() ?? ''
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  request.open('POST', path)
  request.setRequestHeader('accept-language', languages[language.current()].tag)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  signal.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    request.onerror = request.onabort = request.ontimeout = () => reject(new Failure(0, '', 'no answer'))
    request.onload = () => {
      if (request.status === 401) sessionEnded(token)
      const body = read<Answer>(request.responseText)
      if (request.status === 200 && body.data) resolve(body.data)
      else reject(failureOf(request.status, (name) => request.getResponseHeader(name), body.err ?? request.statusText))
    }
    request.send(form)
  })
}

/** A proxy may answer in place of the service. */
function read<Answer>(text: string): { data?: Answer; err?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
