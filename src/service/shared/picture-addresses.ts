import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hour } from '#kit/time.ts'
import { type PictureState, pictureStates } from '#store/tables.ts'
import { mediaUrl } from './media-urls.ts'

export interface SignedPicture {
  readonly name: string
  readonly state: PictureState
  readonly secret: string | null
}

export const newPictureSecret = () => randomBytes(16).toString('base64url')

/** True if the picture is shown only by a signed address. */
export const isWithheld = ({ state }: Pick<SignedPicture, 'state'>): boolean =>
  state === pictureStates.held || state === pictureStates.unjudged

const signatureOf = (secret: string, name: string, until: string) =>
  createHmac('sha256', secret).update(`${name} ${until}`).digest('base64url').slice(0, 22)

/** Withheld pictures get a signed address, which works for one to two hours and changes once an hour. */
export function pictureUrl(publicUrl: string, picture: SignedPicture, now: number): string {
  const url = mediaUrl(publicUrl, picture.name)
  if (!isWithheld(picture) || picture.secret === null) return url
  const until = (Math.floor(now / hour) + 2).toString(36)
  return `${url}?see=${until}.${signatureOf(picture.secret, picture.name, until)}`
}

/** True if `see`, the signature in an address, is valid now. */
export function hasValidSignature({ name, secret }: SignedPicture, see: string, now: number): boolean {
  const [, until = '', signature = ''] = /^([0-9a-z]{1,9})\.([\w-]{22})$/.exec(see) ?? []
  if (secret === null || until === '' || now >= Number.parseInt(until, 36) * hour) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, name, until)))
}
