import { type Hearer, type MessageKind, messageKindNames, messageKinds } from '#contract/messages/messages.ts'

const hearers: readonly Hearer[] = ['owner', 'member', 'admin']

/** What somebody can be told of, by what they are to the team; nothing that is not for them. */
export function kindGroups(kinds: Readonly<Record<string, unknown>>): { hears: Hearer; kinds: MessageKind[] }[] {
  return hearers
    .map((hears) => ({
      hears,
      kinds: messageKindNames.filter((kind) => messageKinds[kind].hears === hears && kinds[kind] !== undefined),
    }))
    .filter((group) => group.kinds.length > 0)
}
