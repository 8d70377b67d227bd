// Crockford's base 32: no letter that a person could mistake for another.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Five bits of each byte, as letters and digits that people can read out and type. */
export const base32 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => letters[byte & 31]).join('')

/** In fours, so that they are easier to compare: `7KQM-2XPD`. */
export const groupInFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1-')

/**
 * Such letters from how people type them: with spaces, dashes, small or wide letters, O for 0. Who scans a QR code with a program
 * of their own may send the whole address; they are behind its `#`.
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
