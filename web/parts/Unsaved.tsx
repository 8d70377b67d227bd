import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { watchMoves } from '../leaving.ts'
import { useUnsavedWords } from '../words/unsaved.ts'
import css from './unsaved.module.css'

/** Asks before what is not saved is lost: by a link of ours, by back and forward, and, in the browser's own words, by closing the tab. */
export function Unsaved({ changed }: { changed: boolean }) {
  const words = useUnsavedWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef<() => void>(undefined)
  const title = useId()
  useEffect(() => {
    if (!changed) return
    const until = new AbortController()
    const { signal } = until
    const { href } = location
    const ask = (go: () => void) => {
      leave.current = () => {
        until.abort()
        go()
      }
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    const onClick = (event: MouseEvent) => {
      const link = ownLink(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => link.click())
    }
    const onMove = (event: PopStateEvent) => {
      if (samePage(href)) return
      // The browser has gone already. Nobody else hears of it: the page is put in front again, one step after where it went.
      event.stopImmediatePropagation()
      history.pushState(null, '', href)
      ask(() => history.back())
    }
    document.addEventListener('click', onClick, { capture: true, signal })
    watchMoves(onMove, signal)
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    return () => until.abort()
  }, [changed])
  return (
    <dialog ref={dialog} className={css['dialog']} aria-labelledby={title}>
      <Title order={2} size="h4" id={title}>
        {words.title}
      </Title>
      <Text mt="xs">{words.text}</Text>
      <Group mt="lg" gap="xs">
        {/* The first one receives the focus: the harmless answer. */}
        <Button onClick={() => dialog.current?.close()}>{words.stay}</Button>
        <Button variant="subtle" color="red" onClick={() => leave.current?.()}>
          {words.leave}
        </Button>
      </Group>
    </dialog>
  )
}

/** The link of this site that a click follows in this very tab, if it leads to another page. */
function ownLink({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | undefined {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target === '_blank' || link.download || link.origin !== location.origin) return
  return samePage(link.href) ? undefined : link
}

function samePage(href: string): boolean {
  const { pathname, search } = new URL(href)
  return pathname === location.pathname && search === location.search
}
