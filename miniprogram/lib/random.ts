/**
 * A unique name of time and chance. WeChat has no synchronous random source; idempotency keys must differ, not be
 * secret.
 */
export function randomName(): string {
  const chance = () => Math.random().toString(36).slice(2, 10)
  return `${Date.now().toString(36)}-${chance()}-${chance()}`
}
