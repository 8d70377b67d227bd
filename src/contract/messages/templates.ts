import type { MessageKind } from './messages.ts'

/** The values that a field of a template can have. A phone number or a person's name is never one of them. */
export const messageFields = ['number', 'device', 'status', 'place', 'time', 'subject', 'text', 'team'] as const
export type MessageField = (typeof messageFields)[number]

/** The kinds of fields in WeChat's templates that such a thing fits into: what stands before the number in a field's name. */
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

/** A template of the mini-program: what is told with it, the page that it opens, and how it is filled in. */
export interface WechatTemplate {
  readonly id: string
  readonly kinds: readonly MessageKind[]
  /** `{number}` in it is the number of the ticket. */
  readonly page: string
  readonly fields: Readonly<Record<string, MessageField>>
}

/** The kind of a field by its name, such as `thing1`; nothing if messages have nothing for it. */
export function templateFieldKind(name: string): TemplateFieldKind | undefined {
  const [, kind] = /^([a-z_]+)[1-9]\d?$/.exec(name) ?? []
  return templateFieldKinds.find((known) => known === kind)
}
