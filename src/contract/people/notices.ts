/**
 * The notices to people about their accounts. They are stored as facts and put into words when they are read. None contains a token, a code
 * or a password. `device` is the device of the person who did it, and is empty if unknown.
 */
export interface NoticeFacts {
  /** A login on a new device. */
  new_device: { device: string }
  /** The login of another device, this one, was approved, perhaps with the member login. */
  paired: { device: string; member?: boolean }
  /** Another user logged in as the same member, for example on a new phone. */
  member_linked: { device: string }
  password_changed: { byAdmin?: boolean; device?: string }
  password_cleared: { byAdmin?: boolean; device?: string }
  factor_on: { device?: string }
  factor_off: { byAdmin?: boolean; device?: string }
  recovery_used: { left: number; device?: string }
  /** The mail server refuses mail to their address. */
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

export type Notice = { [K in NoticeKind]: { readonly kind: K } & Readonly<NoticeFacts[K]> }[NoticeKind]
