const longestText = 500

/** A text that a person wrote, short enough for a message. */
export function shortened(text: string): string {
  const characters = [...text]
  return characters.length > longestText ? `${characters.slice(0, longestText).join('')}…` : text
}
