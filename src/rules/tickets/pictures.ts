export const pictureTypes: Readonly<Record<string, string>> = { jpg: 'image/jpeg', webp: 'image/webp' }

const form = /^[\w-]{22}\.(jpg|webp)$/

/**
 * A name becomes part of a path and of an address, so each boundary checks it: HTTP, a restored or moved database, and
 * both picture stores.
 */
export const isMediaName = (name: string): boolean => form.test(name)

/** Only an error in the code or an attack can bring a name of another form this far. */
export function assertMediaName(name: string): string {
  if (!isMediaName(name)) throw new Error('this is not the name of a picture')
  return name
}
