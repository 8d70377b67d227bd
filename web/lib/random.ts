/** Base64url: 16 bytes are 22 characters, 32 are 43. */
function randomText(bytes: number): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

export const randomName = (): string => randomText(16)

/** A secret such as that of a receipt. */
export const randomSecret = (): string => randomText(32)
