import { createStore } from '#web/lib/store.ts'

interface Toast {
  readonly id: number
  readonly text: string
}

export const toasts = createStore<readonly Toast[]>([])
let last = 0

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

export function showToast(text: string): void {
  last += 1
  const id = last
  toasts.set([...toasts.get().filter((toast) => toast.text !== text), { id, text }].slice(-3))
  setTimeout(() => dismissToast(id), 6000)
}
