import { Alert } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cameraProblem, showCamera } from '#web/lib/camera.ts'
import css from './scan.module.css'
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

const pauseMs = 100

/** Shows the camera in `video` and reports codes until `signal`. Rejects if there is no camera. */
async function watchCodes(video: HTMLVideoElement, signal: AbortSignal, onRead: (text: string) => void): Promise<void> {
  const detector = await newDetector()
  await showCamera(video, signal, 1280)
  let last = ''
  while (!signal.aborted) {
    const [found] = await detector.detect(video)
    // A code stays in view for a while; it is reported once.
    if (found?.rawValue && found.rawValue !== last && !signal.aborted) {
      last = found.rawValue
      onRead(last)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** The browser's barcode API, which the library imitates. */
interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: {
  formats: 'qr_code'[]
}) => Detector) & {
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's detector if it reads QR codes; else the library, loaded on demand. */
async function newDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const works = own && (await own.getSupportedFormats()).includes('qr_code')
  const { BarcodeDetector } = works ? { BarcodeDetector: own } : await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}
