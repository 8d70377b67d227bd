/** Random bytes as characters that fit into an address: 16 are 22 characters, 32 are 43. */
function randomText(bytes: number): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** A random name of 22 characters that fits into an address. */
export const randomName = (): string => randomText(16)

/** A secret that nobody guesses, such as that of a receipt. */
export const randomSecret = (): string => randomText(32)
