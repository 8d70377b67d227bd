/**
 * The one colour of the product. White on it, and it on its tint, have a contrast of 7 to 1, so it is the same on the board,
 * the kiosk and the receipt. Files that import nothing (pictures, manifest, mini-program) repeat it; a test compares them.
 */
export const accent = '#0b5563'
