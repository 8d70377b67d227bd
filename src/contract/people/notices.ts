/**
 * The notices to a person about their account, by kind, with facts. They are stored like this and worded when they are read. No notice
 * holds a token, a code, a password or a number that logs in.
 */
export interface NoticeFacts {
  /** A login on a device that was not known before; `device` is empty where it does not say what it is. */
  new_device: { device: string }
  /** A login of another device was approved; `member` where that device got the member part too. */
  paired: { device: string; member?: boolean }
  /** Another user has become the same member: a browser, a new phone. */
  member_linked: { device: string }
  password_changed: { byAdmin?: boolean }
  password_cleared: { byAdmin?: boolean }
  factor_on: object
  factor_off: { byAdmin?: boolean }
  /** One of the recovery codes was used. */
  recovery_used: { left: number }
  /** The mail server of their address takes nothing for it. */
  mail_refused: object
}

export type NoticeKind = keyof NoticeFacts
export const noticeKinds = [
  'new_device',
  'paired',
  'member_linked',
  'password_changed',
  'password_cleared',
  'factor_on',
  'factor_off',
  'recovery_used',
  'mail_refused',
] as const satisfies readonly NoticeKind[]

/** A notice as it is stored. */
export type Notice = { [K in NoticeKind]: { readonly kind: K } & Readonly<NoticeFacts[K]> }[NoticeKind]
