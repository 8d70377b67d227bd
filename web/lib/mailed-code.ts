import { rememberMe } from './remember-me.ts'
import { storedText } from './stored-text.ts'

/** The query of the link in the mail with a login code. */
export const codePage = 'at=code'

interface MailedCode {
  readonly mail: string
  /** The page that asked for the login. */
  readonly next: string
}

const life = 10 * 60_000
const stored = () => storedText(rememberMe.isShared() ? sessionStorage : localStorage, 'fettle.mailed')

/** To which address this browser has asked for a code, so that the mail's link opens the field for it. */
export const mailedCode = {
  keep: (asked: MailedCode): void => stored().set(JSON.stringify({ ...asked, at: Date.now() })),
  read(): MailedCode | undefined {
    const asked: (MailedCode & { at: number }) | undefined = JSON.parse(stored().get() ?? 'null') ?? undefined // written above
    return asked && Date.now() - asked.at < life ? asked : undefined
  },
  forget: (): void => stored().set(undefined),
}
