import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { guardNavigation } from '#web/lib/navigation-guard.ts'
import { setLeaveQuestion, useAnyUnsaved, useLeaveQuestionWords } from '#web/lib/unsaved.ts'
import { Dialog } from './Dialog.tsx'
import { useUnsavedWords } from './unsaved-words.ts'

/**
 * Asks before what a form on the page has not saved is lost: by a link of ours, by back and forward, by what the page itself
 * would replace it with and, in the browser's own words, by closing the tab.
 */
export function Unsaved() {
  const words = { ...useUnsavedWords(), ...useLeaveQuestionWords() }
  const changed = useAnyUnsaved()
  const dialog = useRef<HTMLDialogElement>(null)
  const [leave, setLeave] = useState<() => void>()
  const title = useId()
  useEffect(() => {
    if (!changed) return
    const until = new AbortController()
    const { signal } = until
    const { href } = location
    const ask = (go: () => void) => setLeave(() => go)
    const askToGo = (go: () => void) =>
      ask(() => {
        until.abort()
        go()
      })
    const onClick = (event: MouseEvent) => {
      const link = ownLink(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      askToGo(() => link.click())
    }
    const onMove = (event: PopStateEvent) => {
      if (samePage(href)) return
      // The browser has gone already. Nobody else hears of it: the page is put in front again, one step after where it went.
      event.stopImmediatePropagation()
      history.pushState(null, '', href)
      askToGo(() => history.back())
    }
    document.addEventListener('click', onClick, { capture: true, signal })
    guardNavigation(onMove, signal)
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    signal.addEventListener('abort', setLeaveQuestion(ask))
    return () => until.abort()
  }, [changed])
  useEffect(() => {
    if (leave && !dialog.current?.open) dialog.current?.showModal()
  }, [leave])
  if (!leave) return null
  const close = () => dialog.current?.close()
  // It is told a moment later that it was closed: by then it may be open again, with the next question.
  const onClose = () => {
    if (!dialog.current?.open) setLeave(undefined)
  }
  return (
    <Dialog ref={dialog} width="26rem" aria-labelledby={title} onClose={onClose}>
      <Title order={2} size="h4" id={title}>
        {words.title}
      </Title>
      <Text mt="xs">{words.text}</Text>
      <Group mt="lg" gap="xs">
        {/* The first one receives the focus: the harmless answer. */}
        <Button onClick={close}>{words.stay}</Button>
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            close()
            leave()
          }}
        >
          {words.leave}
        </Button>
      </Group>
    </Dialog>
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
