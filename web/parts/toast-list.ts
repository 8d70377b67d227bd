/** Short news that nobody has to answer: what was saved, what was copied. */
export interface Toast {
  readonly id: number
  readonly text: string
}

const listeners = new Set<() => void>()
let shown: readonly Toast[] = []
let last = 0

function show(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

export const toasts = {
  shown: (): readonly Toast[] => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  drop: (id: number): void => show(shown.filter((toast) => toast.id !== id)),
}

/** Says something for a few seconds. */
export function say(text: string): void {
  last += 1
  const id = last
  show([...shown.filter((toast) => toast.text !== text), { id, text }].slice(-3))
  setTimeout(() => toasts.drop(id), 6000)
}
