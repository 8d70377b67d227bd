const longestText = 500

export function shortened(text: string): string {
  const characters = [...text]
  return characters.length > longestText ? `${characters.slice(0, longestText).join('')}…` : text
}
