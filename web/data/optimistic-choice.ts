import type { NotifyChoices } from '#contract/messages/messages.ts'
import { queryClient } from './api.ts'
import { queries } from './queries.ts'

export type ChoicePatch = Partial<NotifyChoices>

/** Applies a choice of messages to the cached query at once. */
export function optimisticChoice({ off, channels, kinds }: ChoicePatch): void {
  const { queryKey } = queries.notify.choices()
  // Pending answers may date from before the choice.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(
    queryKey,
    (now) =>
      now && {
        ...now,
        off: off ?? now.off,
        channels: { ...now.channels, ...channels },
        kinds: { ...now.kinds, ...kinds },
      },
  )
}
