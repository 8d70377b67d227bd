import { Checkbox, Stack } from '@mantine/core'
import { staying, useShared, useStaying } from '#web/lib/remember-me.ts'
import { useSignInWords } from './words.ts'

// What is held in the hand is hardly a team's shared laptop.
const isComputer = matchMedia('(any-pointer: fine)').matches

/** Whether the browser keeps the session that is about to begin, and on a computer whether several people use it. */
export function StaySignedIn() {
  const words = useSignInWords()
  const stays = useStaying()
  const shared = useShared()
  return (
    <Stack gap="sm">
      <Checkbox
        label={words.stay}
        description={stays ? words.stayText : words.stayNot}
        checked={stays}
        onChange={(event) => staying.choose(event.currentTarget.checked)}
      />
      {isComputer && (
        <Checkbox
          label={words.shared}
          description={words.sharedText}
          checked={shared}
          onChange={(event) => staying.share(event.currentTarget.checked)}
        />
      )}
    </Stack>
  )
}
