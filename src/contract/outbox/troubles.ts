/**
 * The errors of deliveries to the external ticket system and of message channels. An error is stored as data with its delivery and put into
 * words for each reader. It never contains text of the other side, which may quote a token or a person.
 */
export interface Troubles {
  /** `reason` is a system error code, such as ECONNREFUSED. */
  unreachable: { reason: string }
  private_address: object
  slow: { seconds: number }
  cut: object
  redirected: object
  too_long: object
  not_understood: object
  credentials: object
  /** `setting` is the environment variable that does not match the other system. */
  misconfigured: { setting: string }
  busy: object
  failing: { status: number }
  refused: { status: number }
  /** The other side wants no more deliveries. */
  closed: object
  /** The ticket existed there before. */
  missing_there: object
  /** The file cannot be written; `reason` is a system error code. */
  unwritable: { reason: string }
  /** The address does not exist any more, or refuses our messages. */
  address_gone: object
  /** The recipient has not agreed to another message. */
  no_consent: object
  unforeseen: object
}

export type DeliveryTrouble = { [K in keyof Troubles]: { readonly say: K } & Readonly<Troubles[K]> }[keyof Troubles]
