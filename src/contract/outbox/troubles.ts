/**
 * The faults of the external ticket system and of the channels of messages. A fault is stored as data beside the delivery that waits, and
 * worded for each reader. It never repeats the other side's words, which may quote a token or a person.
 */
export interface Troubles {
  /** `reason` is the system's own code, such as ECONNREFUSED. */
  unreachable: { reason: string }
  private_address: object
  slow: { seconds: number }
  cut: object
  redirected: object
  too_long: object
  not_understood: object
  credentials: object
  /** `setting` is the environment variable that does not fit what is there. */
  misconfigured: { setting: string }
  busy: object
  failing: { status: number }
  refused: { status: number }
  /** It has said that it wants nothing more. */
  closed: object
  /** The ticket was there once. */
  missing_there: object
  /** The file cannot be written; `reason` is the system's own code. */
  unwritable: { reason: string }
  /** The address is no more, or takes nothing from us. */
  address_gone: object
  /** They have not agreed to a further message. */
  no_consent: object
  unforeseen: object
}

export type DeliveryTrouble = { [K in keyof Troubles]: { readonly say: K } & Readonly<Troubles[K]> }[keyof Troubles]
