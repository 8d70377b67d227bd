import { Checkbox, Stack } from '@mantine/core'
import { rememberMe, useRememberMe, useSharedComputer } from '#web/lib/remember-me.ts'
import { useSignInWords } from './words.ts'

// A phone or tablet is hardly a shared computer.
const isComputer = matchMedia('(any-pointer: fine)').matches

export function RememberMe() {
  const words = useSignInWords()
  const stays = useRememberMe()
  const shared = useSharedComputer()
  return (
    <Stack gap="sm">
      <Checkbox
        label={words.stay}
        description={stays ? words.stayText : words.stayNot}
        checked={stays}
        onChange={(event) => rememberMe.choose(event.currentTarget.checked)}
      />
      {isComputer && (
        <Checkbox
          label={words.shared}
          description={words.sharedText}
          checked={shared}
          onChange={(event) => rememberMe.share(event.currentTarget.checked)}
        />
      )}
    </Stack>
  )
}
