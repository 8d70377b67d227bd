import { useEffect, useLayoutEffect, useState } from 'react'
import { clockAfter, scriptPathIn } from './clock.ts'
import { pageAt } from './paging.ts'

const minute = 60_000

export function useSecondTick(): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The team's clock without its seconds, so that what shows it is drawn once a minute. `at` is when its time was asked for. */
export function useMinute(time: string, at: number): string {
  const [clock, setClock] = useState('')
  useLayoutEffect(() => {
    const read = () => setClock(clockAfter(time, performance.now() - at).slice(0, 16))
    read()
    const timer = setInterval(read, 1000)
    return () => clearInterval(timer)
  }, [time, at])
  return clock || time.slice(0, 16)
}

/** The page to show now. It starts again when the content changes. */
export function usePage(pages: number, content: unknown): number {
  const now = useSecondTick()
  const [first, setFirst] = useState({ content, at: now })
  if (first.content !== content) setFirst({ content, at: now })
  return pageAt(now - first.at, pages)
}

/** Reloads the display when the service has a new build, because it has no user to do so. */
export function useReloadOnUpdate(): void {
  useEffect(() => {
    const timer = setInterval(async () => {
      const response = await fetch(location.pathname, { cache: 'no-store' }).catch(() => undefined)
      const newest = response?.ok ? scriptPathIn(await response.text()) : undefined
      if (newest && newest !== scriptPathIn(document.documentElement.innerHTML)) location.reload()
    }, 10 * minute)
    return () => clearInterval(timer)
  }, [])
}

export function useWakeLock(): void {
  useEffect(() => {
    let held: WakeLockSentinel | undefined
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      held = await navigator.wakeLock.request('screen').catch(() => undefined)
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      void held?.release()
    }
  }, [])
}
