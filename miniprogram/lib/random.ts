/** A name that no other call on any phone has: when it was made, and chance. WeChat has no randomness that answers at once; keys need to be different, not secret. */
export function randomName(): string {
  const chance = () => Math.random().toString(36).slice(2, 10)
  return `${Date.now().toString(36)}-${chance()}-${chance()}`
}
