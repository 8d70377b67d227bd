import { type Element, xmlTree } from './xml.ts'

export type CasAnswer = { readonly user: string } | { readonly failure: string }

const namespace = 'http://www.yale.edu/tp/cas'

/** Reads an answer of `/p3/serviceValidate`: JSON if the server supports it, else XML. Throws on everything else. */
export function readCasAnswer(text: string): CasAnswer {
  return text.trimStart().startsWith('{') ? fromJson(JSON.parse(text)) : fromXml(xmlTree(text))
}

function fromJson(body: unknown): CasAnswer {
  const { authenticationSuccess: success, authenticationFailure: failure } = record(record(body)['serviceResponse'])
  if (failure != null && success == null) return failed(record(failure)['code'])
  if (success == null || failure != null) throw new SyntaxError('neither a success nor a failure')
  const { user, proxies } = record(success)
  if (Array.isArray(proxies) && proxies.length > 0) return proxied
  return succeeded(user)
}

function fromXml(root: Element): CasAnswer {
  const [outcome, ...more] = root.children
  if (root.name !== cas('serviceResponse') || !outcome || more.length > 0) throw new SyntaxError('not an answer of CAS')
  if (outcome.name === cas('authenticationFailure')) return failed(outcome.attributes.get('code'))
  if (outcome.name !== cas('authenticationSuccess')) throw new SyntaxError('neither a success nor a failure')
  if (outcome.children.some(({ name }) => name === cas('proxies'))) return proxied
  const users = outcome.children.filter(({ name }) => name === cas('user'))
  if (users.length !== 1) throw new SyntaxError('not exactly one user')
  return succeeded(users[0]?.text)
}

const cas = (name: string) => `{${namespace}}${name}`

/** Another service used the ticket on a person's behalf. We accept tickets from people only. */
const proxied: CasAnswer = { failure: 'INVALID_TICKET' }

function succeeded(user: unknown): CasAnswer {
  const name = typeof user === 'string' ? user.trim() : ''
  if (!/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(name)) throw new SyntaxError('a success without a user')
  return { user: name }
}

function failed(code: unknown): CasAnswer {
  if (typeof code !== 'string' || !/^[A-Z_]{1,64}$/.test(code)) throw new SyntaxError('a failure without a code')
  return { failure: code }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new SyntaxError('not an answer of CAS')
  return value as Record<string, unknown> // any object has this type
}
