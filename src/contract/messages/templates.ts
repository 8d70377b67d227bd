import type { MessageKind } from './messages.ts'

/** The values for fields of a template. None is a phone number or a person's name. */
export const messageFields = ['number', 'device', 'status', 'place', 'time', 'subject', 'text', 'team'] as const
export type MessageField = (typeof messageFields)[number]

/** The supported kinds of fields in WeChat's templates, which is the part before the number in a field's name. */
export const templateFieldKinds = [
  'thing',
  'name',
  'phrase',
  'character_string',
  'number',
  'letter',
  'symbol',
  'time',
  'date',
] as const
export type TemplateFieldKind = (typeof templateFieldKinds)[number]

/** A message template of the mini-program. */
export interface WechatTemplate {
  readonly id: string
  readonly kinds: readonly MessageKind[]
  /** The page that it opens. `{number}` stands for the number of the ticket. */
  readonly page: string
  readonly fields: Readonly<Record<string, MessageField>>
}

/** The kind of a field by its name, such as `thing1`, if it is supported. */
export function templateFieldKind(name: string): TemplateFieldKind | undefined {
  const [, kind] = /^([a-z_]+)[1-9]\d?$/.exec(name) ?? []
  return templateFieldKinds.find((known) => known === kind)
}
