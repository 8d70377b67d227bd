import { newDetector } from './detector.ts'

/** So often a picture is looked at. */
const pauseMs = 100

/** Shows the camera in `video` and tells what codes it sees, until `signal`. Rejects where there is no camera to be had. */
export async function watch(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onRead: (text: string) => void,
): Promise<void> {
  const detector = await newDetector()
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // Who has closed it meanwhile must not be filmed.
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
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
