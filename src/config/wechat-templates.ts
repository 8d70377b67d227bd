import { type MessageKind, messageKindNames } from '#contract/messages/messages.ts'
import {
  type MessageField,
  messageFields,
  templateFieldKind,
  templateFieldKinds,
  type WechatTemplate,
} from '#contract/messages/templates.ts'

/** WeChat's limit for one template. */
const maxFields = 5
const maxTemplates = 20

/** Parses the templates and reports flaws to `wrong`. */
export function parseTemplates(text: string, wrong: (flaw: string) => void): WechatTemplate[] {
  const list = listIn(text)
  if (!list || list.length === 0 || list.length > maxTemplates) {
    wrong(`must be a JSON list of 1 to ${maxTemplates} templates`)
    return []
  }
  const ids = new Set<unknown>()
  return list.flatMap((one, index) => {
    const flaws = flawsOf(one)
    if (ids.has(one['id'])) flaws.push('has the id of another')
    ids.add(one['id'])
    for (const flaw of flaws) wrong(`template ${index + 1} ${flaw}`)
    if (flaws.length > 0) return []
    const { id, kinds, page = '', fields } = one as unknown as WechatTemplate // each field is checked above
    return [{ id, kinds, page, fields }]
  })
}

function listIn(text: string): Record<string, unknown>[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isObject) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function flawsOf({ id, kinds, page = '', fields, ...more }: Record<string, unknown>): string[] {
  const flaws: string[] = []
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) flaws.push('needs an id of letters, digits, - and _')
  if (!Array.isArray(kinds) || kinds.length === 0 || !kinds.every(isKind))
    flaws.push(`needs kinds, a list of ${messageKindNames.join(', ')}`)
  if (typeof page !== 'string' || !/^(?!\/)[!-~]{0,256}$/.test(page))
    flaws.push('has a page that is not a path of a mini-program, such as pages/ticket/ticket?id={number}')
  const entries = isObject(fields) ? Object.entries(fields) : []
  if (entries.length === 0 || entries.length > maxFields) flaws.push(`needs fields, 1 to ${maxFields} of them`)
  for (const [name, source] of entries) {
    if (!templateFieldKind(name))
      flaws.push(`has a field ${shown(name)}: a name is one of ${templateFieldKinds.join(', ')} and a number`)
    if (!isField(source)) flaws.push(`has a field ${shown(name)} that is not one of ${messageFields.join(', ')}`)
  }
  for (const name of Object.keys(more)) flaws.push(`has ${shown(name)}, which is not a part of a template`)
  return flaws
}

const isKind = (value: unknown): value is MessageKind => messageKindNames.some((kind) => kind === value)
const isField = (value: unknown): value is MessageField => messageFields.some((field) => field === value)
const shown = (name: string) => JSON.stringify(name.slice(0, 32))
