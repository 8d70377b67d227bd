import type { NotifyChoices } from '#contract/messages/messages.ts'
import { queryClient } from './api.ts'
import { queries } from './queries.ts'

export type ChoicePatch = Partial<NotifyChoices>

/** Shows what somebody chose, before the service has answered; what else they chose meanwhile stays. */
export function optimisticChoice({ off, channels, kinds }: ChoicePatch): void {
  const { queryKey } = queries.notify.choices()
  // What is on its way was asked for before the choice.
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
