import type { RawField } from './call.ts'

/** The fields of a query string, or of a form that is written like one. Of more than `most`, only one more is read: that there are too many. */
export function parseQuery(query: string, most: number): RawField[] {
  const fields: RawField[] = []
  for (let start = 0, end = 0; end >= 0 && fields.length <= most; start = end + 1) {
    end = query.indexOf('&', start)
    const part = query.slice(start, end < 0 ? undefined : end)
    if (part === '') continue
    const equals = part.indexOf('=')
    fields.push(equals < 0 ? [decoded(part), ''] : [decoded(part.slice(0, equals)), decoded(part.slice(equals + 1))])
  }
  return fields
}

/** A plus is a blank. An invalid escape stays as it is. */
function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
