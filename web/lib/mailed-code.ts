import { pages } from '#contract/team/pages.ts'
import { takeFromHash } from './hash-secret.ts'
import { rememberMe } from './remember-me.ts'
import { storedText } from './stored-text.ts'

/** The query of the link in the mail with a login code. */
export const codePage = 'at=code'

interface MailedCode {
  readonly mail: string
  /** The page that asked for the login. */
  readonly next: string
}

let linked: string | undefined
takeFromHash(
  /^#(\d{6}|mail_[0-9a-z-]+)$/i,
  (code) => {
    linked = code
  },
  pages.signIn,
)

const life = 10 * 60_000
const stored = () => storedText(rememberMe.isShared() ? sessionStorage : localStorage, 'fettle.mailed')

/** To which address this browser has asked for a code, so that the mail's link logs in here and nowhere else. */
export const mailedCode = {
  keep: (asked: MailedCode): void => stored().set(JSON.stringify({ ...asked, at: Date.now() })),
  read(): MailedCode | undefined {
    const request: (MailedCode & { at: number }) | undefined = JSON.parse(stored().get() ?? 'null') ?? undefined // written above
    return request && Date.now() - request.at < life ? request : undefined
  },
  /** The code of the link, once. */
  takeLinked(): string | undefined {
    const code = linked
    linked = undefined
    return code
  },
  forget: (): void => stored().set(undefined),
}
