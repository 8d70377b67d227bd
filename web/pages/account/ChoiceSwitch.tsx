import { messageWords } from '#client/words/messages.ts'
import type { NotifyChoices } from '#contract/messages/messages.ts'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { api, queryClient } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useMessageWords = hookOf(messageWords)

type ChoicePatch = Partial<NotifyChoices>

interface Props {
  label: string
  on: boolean
  inputOf: (on: boolean) => ChoicePatch
  about?: string | undefined
}

/** A switch that saves at once. It flips back and shows the error if the service refuses. */
export function ChoiceSwitch({ label, on, inputOf, about }: Props) {
  const words = useMessageWords()
  const save = useAction({
    work: (next: boolean) => api.messages.choose(inputOf(next)),
    onMutate: (next) => {
      optimisticChoice(inputOf(next))
      return () => optimisticChoice(inputOf(!next))
    },
  })
  return (
    <>
      <SwitchField
        label={label}
        onLabel={words.on}
        offLabel={words.off}
        checked={on}
        about={about}
        onChange={(checked) => save.submit(checked)}
        end
      />
      <ErrorAlert>{save.formError}</ErrorAlert>
    </>
  )
}

/** Applies a choice of messages to the cached query at once. */
function optimisticChoice({ off, channels, kinds }: ChoicePatch): void {
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
