import { CloseButton, Group, Paper, Text } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useStore } from '#web/lib/store.ts'
import css from './shell.module.css'
import { dismissToast, toasts } from './toast-list.ts'
import { useWords } from './words.ts'

export function Toasts() {
  const { close } = useWords()
  const shown = useStore(toasts)
  const place = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    const box = place.current
    const main = box?.closest('main')
    if (!box || !main || shown.length === 0) return
    // What they announce often changes the page as well, and a menu may open above it.
    const watch = new ResizeObserver(() => moveClear(box))
    for (const part of [main, ...main.children]) watch.observe(part)
    return () => watch.disconnect()
  }, [shown])
  return (
    <output ref={place} className={css['toasts']} aria-live="polite">
      {shown.map(({ id, text }) => (
        <Paper key={id} className={css['toast']} shadow="md" withBorder>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{text}</Text>
            <CloseButton size={44} iconSize={18} aria-label={close} onClick={() => dismissToast(id)} />
          </Group>
        </Paper>
      ))}
    </output>
  )
}

/** Moves it up to where it covers no heading and nothing to press, if there is such a place. */
function moveClear(box: HTMLElement): void {
  box.style.transform = 'none'
  const own = [...box.children].map((toast) => toast.getBoundingClientRect())
  const others = [...document.querySelectorAll('h1, h2, button, a[href], input, select, textarea')]
    .filter((one) => one.checkVisibility() && !box.contains(one))
    .map((one) => one.getBoundingClientRect())
  const isClear = (up: number) =>
    own.every(({ left, right, top, bottom }) =>
      others.every((one) => one.right < left || one.left > right || one.bottom < top - up || one.top > bottom - up),
    )
  const room = Math.min(...own.map(({ top }) => top))
  for (let up = 0; up < room; up += 8)
    if (isClear(up)) {
      box.style.transform = `translateY(-${up}px)`
      return
    }
}
