import { type MessageKind, messageKindNames, messageKinds, type RecipientRole } from '#contract/messages/messages.ts'

const hearers: readonly RecipientRole[] = ['owner', 'member', 'admin']

export function kindGroups(
  kinds: Readonly<Record<string, unknown>>,
): { recipientRole: RecipientRole; kinds: MessageKind[] }[] {
  return hearers
    .map((recipientRole) => ({
      recipientRole,
      kinds: messageKindNames.filter(
        (kind) => messageKinds[kind].recipientRole === recipientRole && kinds[kind] !== undefined,
      ),
    }))
    .filter((group) => group.kinds.length > 0)
}
