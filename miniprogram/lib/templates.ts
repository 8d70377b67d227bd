import { type MessageKind, messageKinds } from '#contract/messages/messages.ts'

/** What somebody has chosen to be told, as the service says it; only what concerns them is in `kinds`. */
export interface Wishes {
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

/** WeChat asks for no more at a time. */
const most = 3

/**
 * The templates to ask consent for: those with which somebody would be told something that they want to hear. To an owner the news of their
 * tickets come first, and of these that it is ready; then what has the fewest consents.
 */
export function templatesFor({ off, channels, kinds, wechat }: Wishes, as: 'owner' | 'anybody'): string[] {
  if (off || channels['wechat'] === false) return []
  const wanted = (kind: string) =>
    kinds[kind] === true && (as === 'anybody' || messageKinds[kind as MessageKind]?.recipientRole === 'owner') // older pages know fewer kinds
  const first = (told: readonly string[]) => (as === 'owner' && told.includes('ready') && wanted('ready') ? 0 : 1)
  return (wechat?.templates ?? [])
    .filter((one) => one.kinds.some(wanted))
    .sort((a, b) => first(a.kinds) - first(b.kinds) || a.consents - b.consents)
    .slice(0, most)
    .map(({ template }) => template)
}
