import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { guardNavigation } from '#web/lib/navigation-guard.ts'
import { setLeaveQuestion, useAnyUnsaved, useLeaveQuestionWords } from '#web/lib/unsaved.ts'
import { Dialog } from './Dialog.tsx'
import { useUnsavedWords } from './unsaved-words.ts'

/** Asks before unsaved input is lost by a link, by back and forward, by the page itself, or by closing the tab. */
export function Unsaved() {
  const words = { ...useUnsavedWords(), ...useLeaveQuestionWords() }
  const dialog = useRef<HTMLDialogElement>(null)
  const [leave, setLeave] = useState<() => void>()
  useLeaveGuard((go) => setLeave(() => go))
  useEffect(() => {
    if (leave && !dialog.current?.open) dialog.current?.showModal()
  }, [leave])
  if (!leave) return null
  const close = () => dialog.current?.close()
  // The close event comes a moment later: by then the dialog may be open again, with the next question.
  const onClose = () => {
    if (!dialog.current?.open) setLeave(undefined)
  }
  return (
    <Dialog ref={dialog} width="26rem" aria-label={words.title} onClose={onClose}>
      <Title>{words.title}</Title>
      <Text mt="xs">{words.text}</Text>
      <Group mt="lg" gap="xs" data-actions>
        {/* The first button receives the focus: the harmless answer. */}
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

/** Holds back what would lose unsaved input, and calls `ask` with what to do if the answer is to leave. */
function useLeaveGuard(ask: (go: () => void) => void): void {
  const changed = useAnyUnsaved()
  const onAsk = useEffectEvent(ask)
  useEffect(() => {
    if (!changed) return
    const until = new AbortController()
    const { signal } = until
    const { href } = location
    const askToGo = (go: () => void) =>
      onAsk(() => {
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
      // The browser has moved already. The router must not hear of it: the page is pushed again, one step after the target.
      event.stopImmediatePropagation()
      history.pushState(null, '', href)
      askToGo(() => history.back())
    }
    document.addEventListener('click', onClick, { capture: true, signal })
    guardNavigation(onMove, signal)
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    signal.addEventListener(
      'abort',
      setLeaveQuestion((go) => onAsk(go)),
    )
    return () => until.abort()
  }, [changed])
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
