/** Returns other text unchanged, for the service to refuse. */
export function wholeNumber(text: string): number {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : ((text.trim() || '-') as unknown as number) // refused by its schema
}
