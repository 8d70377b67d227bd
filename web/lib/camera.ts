/** Shows the camera in `video` until `signal`, with about this width. Rejects if there is no camera. */
export async function showCamera(video: HTMLVideoElement, signal: AbortSignal, width: number): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: width } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // The user may have closed it before the camera started.
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
}

/** The user has refused, or there is no camera. */
export const cameraProblem = (error: unknown): 'refused' | 'absent' =>
  error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'absent'
