import { Loader } from '@mantine/core'
import { duration } from '#client/duration.ts'
import { timesOf } from '#client/shifts.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useSignIn, useSignOut } from '#web/components/hours/signing.ts'
import { useHourWords } from '#web/components/hours/words.ts'
import { showToast } from '#web/components/toast-list.ts'
import { useLang } from '#web/lib/language.ts'
import { timeOfDay } from '#web/lib/time.ts'
import css from './here.module.css'
import type { Attendee } from './people.ts'
import { useHereWords } from './words.ts'

/** One tap signs in. Signing out asks first, so that a mistaken tap ends no shift. */
export function AttendeeRow({ of, picture, onDone }: { of: Attendee; picture: string; onDone: () => void }) {
  const words = useHereWords()
  const hourWords = useHourWords()
  const lang = useLang()
  const { member, name, shift, since } = of
  const signIn = useSignIn((line) => {
    showToast(words.signedIn(name, hourWords.shift(line.shift)))
    onDone()
  })
  const signOut = useSignOut(({ arrival, leaving, minutes }) => {
    showToast(words.signedOut(name, timesOf({ from: arrival, until: leaving }), duration(minutes, lang)))
    onDone()
  })
  const who = (
    <>
      <Avatar src={picture} name={name} size={44} />
      <span className={css['who']}>
        <strong className={css['name']}>{name}</strong>
        <span className={css['about']}>
          {hourWords.shift(shift)}
          {since && ` · ${hourWords.since(timeOfDay(since))}`}
        </span>
      </span>
    </>
  )
  return (
    <>
      {since ? (
        <div className={css['person']} data-here="true">
          {who}
          <ConfirmButton
            label={hourWords.signOut}
            variant="default"
            color="gray"
            aria-label={words.signOutOf(name)}
            question={words.signOutAsk(name)}
            confirm={hourWords.signOut}
            action={{ busy: signOut.busy, submit: () => signOut.submit({ member }) }}
          />
        </div>
      ) : (
        <button
          type="button"
          className={css['person']}
          aria-busy={signIn.busy}
          onClick={() => {
            signOut.reset()
            signIn.submit({ member, shift })
          }}
        >
          {who}
          <span className={css['does']}>{signIn.busy ? <Loader size="sm" /> : hourWords.signIn}</span>
        </button>
      )}
      <ErrorAlert>{signOut.formError ?? (since ? undefined : (signIn.formError ?? signIn.errorOf('code')))}</ErrorAlert>
    </>
  )
}
