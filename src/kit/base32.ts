// Crockford's base 32 has no letters that people mistake for each other.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** One letter or digit for five bits of each byte. */
export const base32 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => letters[byte & 31]).join('')

/** `7KQM-2XPD`. */
export const groupInFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1-')

/**
 * Normalises a code as people type it, with spaces, dashes, small or wide letters, or O for 0. A scanner may send the whole address, with the
 * code after its `#`.
 */
export function normaliseCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/^.*#/s, '')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
}
