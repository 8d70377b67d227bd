import type { Lang } from '#contract/fields.ts'

/** Who somebody is, as one provider knows them. */
export interface Identity {
  readonly provider: string
  readonly subject: string
}

/** Where a request came from, as far as a provider may care. */
export interface Origin {
  readonly address: string
  /** Straight from this machine: no proxy between, and addressed to loopback. */
  readonly local: boolean
}

/** Something outside that an administrator can be told about: `check` throws a sentence if it does not work. */
interface Connected {
  check(): Promise<void>
}

/** Turns a mini-program login code into an identity, or refuses it. */
export interface MiniProgram extends Connected {
  identify(code: string, origin: Origin): Promise<Identity>
}

/** Sends a login code to a mail address. */
export interface Mailer extends Connected {
  sendCode(mail: string, code: string, lang: Lang, minutes: number): Promise<void>
}

/** What the team has connected; what it has not is absent. */
export interface Ports {
  readonly miniProgram: MiniProgram | undefined
  readonly mailer: Mailer | undefined
}
