import { Alert } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cameraProblem } from '#web/lib/camera.ts'
import css from './scan.module.css'
import { watchCodes } from './watch-codes.ts'
import { useScanWords } from './words.ts'

/** Shows the camera and reports each code once; without a camera, a sentence. */
export function Camera({ onRead }: { onRead: (text: string) => void }) {
  const words = useScanWords()
  const video = useRef<HTMLVideoElement>(null)
  const [off, setOff] = useState<'refused' | 'absent'>()
  const read = useEffectEvent(onRead)
  useEffect(() => {
    if (!video.current) return
    const stop = new AbortController()
    watchCodes(video.current, stop.signal, (text) => read(text)).catch((error: unknown) => {
      if (stop.signal.aborted) return
      setOff(cameraProblem(error))
    })
    return () => stop.abort()
  }, [])
  if (off) {
    return (
      <Alert color="yellow" variant="light" role="status">
        {words.off[off]}
      </Alert>
    )
  }
  return (
    <div className={css['camera']}>
      <video ref={video} aria-label={words.camera} playsInline muted />
    </div>
  )
}
