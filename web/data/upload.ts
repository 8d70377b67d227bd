import { Failure, failureOf } from '#contract/client.ts'
import { languages } from '#contract/languages.ts'
import { language } from '#web/lib/language.ts'
import { sessionEnded } from './api.ts'
import { session } from './session.ts'

/** Uploads a picture and tells how far it is, from 0 to 1, which `fetch` cannot. Answers its address. */
export function upload(file: Blob, onProgress: (part: number) => void, signal: AbortSignal): Promise<string> {
  const request = new XMLHttpRequest()
  const token = session.token() ?? ''
  const form = new FormData()
  form.append('file', file)
  request.open('POST', '/upload')
  request.setRequestHeader('accept-language', languages[language.current()].tag)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  signal.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    request.onerror = request.onabort = request.ontimeout = () => reject(new Failure(0, '', 'no answer'))
    request.onload = () => {
      if (request.status === 401) sessionEnded(token)
      const body = read(request.responseText)
      if (request.status === 200 && body.data?.url) resolve(body.data.url)
      else reject(failureOf(request.status, (name) => request.getResponseHeader(name), body.err ?? request.statusText))
    }
    request.send(form)
  })
}

/** Anything may stand between us and the service, and answer in its place. */
function read(text: string): { data?: { url?: string }; err?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
