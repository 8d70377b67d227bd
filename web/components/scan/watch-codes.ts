import { showCamera } from '#web/lib/camera.ts'
import { newDetector } from './detector.ts'

/** So often a picture is looked at. */
const pauseMs = 100

/** Shows the camera in `video` and tells what codes it sees, until `signal`. Rejects where there is no camera to be had. */
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
    // A code stays before the camera for a while; it was read once.
    if (found?.rawValue && found.rawValue !== last && !signal.aborted) {
      last = found.rawValue
      onRead(last)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
