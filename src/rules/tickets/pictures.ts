/** The kinds of pictures that are stored, by the end of their names. */
export const pictureTypes: Readonly<Record<string, string>> = { jpg: 'image/jpeg', webp: 'image/webp' }

/** 128 random bits and a kind, as an upload makes them. */
const form = /^[\w-]{22}\.(jpg|webp)$/

/**
 * True if a picture can have this name. A name becomes part of a path and of an address, so each boundary asks: HTTP, the database of a
 * backup that is restored or moved, and both stores of pictures.
 */
export const isMediaName = (name: string): boolean => form.test(name)

/** The name as it is. A name of another form that comes this far is a mistake of ours, or an attack: nothing is done with it. */
export function assertMediaName(name: string): string {
  if (!isMediaName(name)) throw new Error('this is not the name of a picture')
  return name
}
