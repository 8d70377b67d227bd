import { type MessageKind, messageKinds } from '#contract/messages/messages.ts'

export interface TemplateChoices {
  readonly off: boolean
  readonly channels: Readonly<Record<string, boolean | undefined>>
  readonly kinds: Readonly<Record<string, boolean | undefined>>
  readonly wechat: {
    readonly templates: readonly {
      readonly template: string
      readonly kinds: readonly string[]
      readonly consents: number
    }[]
  } | null
}

/** WeChat's limit per question. */
const most = 3

/** Who is asked, and which messages come first. */
const firstKinds = {
  anybody: [],
  owner: ['ready'],
  /** The owner books a place on a repair day. */
  booking: ['place_offered', 'booking_tomorrow', 'day_changed'],
} as const satisfies Readonly<Record<string, readonly MessageKind[]>>
export type AskedPerson = keyof typeof firstKinds

/** Templates to ask consent for, with wanted messages: the most important first, then those with the fewest consents. */
export function templatesFor({ off, channels, kinds, wechat }: TemplateChoices, as: AskedPerson): string[] {
  if (off || channels['wechat'] === false) return []
  const wanted = (kind: string) =>
    kinds[kind] === true && (as === 'anybody' || messageKinds[kind as MessageKind]?.recipientRole === 'owner') // older pages know fewer kinds
  const first = (told: readonly string[]) =>
    firstKinds[as].some((kind) => told.includes(kind) && wanted(kind)) ? 0 : 1
  return (wechat?.templates ?? [])
    .filter((one) => one.kinds.some(wanted))
    .sort((a, b) => first(a.kinds) - first(b.kinds) || a.consents - b.consents)
    .slice(0, most)
    .map(({ template }) => template)
}
