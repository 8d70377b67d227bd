import { useEffect, useState } from 'react'
import { scriptPathIn } from './clock.ts'

const minute = 60_000

export function useSecondTick(): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
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
