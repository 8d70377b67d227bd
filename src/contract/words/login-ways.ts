/** The ways to log in, as the operation log records them. */
export type LoginWay =
  | 'invitation'
  | 'password'
  | 'link'
  | 'sso'
  | 'oidc'
  | 'cas'
  | 'pairing'
  | 'mail'
  | 'wechat'
  | 'guest'
  | 'demo'

export type LoginWays = { readonly [Way in LoginWay]: string }

/** The name of a way to log in. Ways of earlier versions are shown unchanged. */
export function wayText(names: LoginWays, way: string): string {
  return names[way as LoginWay] ?? way
}
