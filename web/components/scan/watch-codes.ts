import { showCamera } from '#web/lib/camera.ts'
import { newDetector } from './detector.ts'

const pauseMs = 100

/** Shows the camera in `video` and reports codes until `signal`. Rejects if there is no camera. */
export async function watchCodes(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onRead: (text: string) => void,
): Promise<void> {
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
