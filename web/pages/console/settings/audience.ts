import { type ChannelName, channels } from '#contract/messages/messages.ts'

export interface MessageAudience {
  readonly person: boolean
  readonly chat: boolean
  readonly program: boolean
}

export function messageAudienceOf(there: readonly { readonly channel: ChannelName }[]): MessageAudience {
  const to = (whom: keyof MessageAudience) => there.some(({ channel }) => channels[channel] === whom)
  return { person: to('person'), chat: to('chat'), program: to('program') }
}
