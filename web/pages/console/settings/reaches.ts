import { type ChannelName, channels } from '#contract/messages/messages.ts'

/** Whether the team can tell single people, its chat, or a program something. */
export interface Reaches {
  readonly person: boolean
  readonly chat: boolean
  readonly program: boolean
}

export function reaches(there: readonly { readonly channel: ChannelName }[]): Reaches {
  const to = (whom: keyof Reaches) => there.some(({ channel }) => channels[channel] === whom)
  return { person: to('person'), chat: to('chat'), program: to('program') }
}
