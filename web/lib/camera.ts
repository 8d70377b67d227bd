/** Shows the camera in `video` until `signal`, about so many pixels wide. Rejects where there is no camera to be had. */
export async function showCamera(video: HTMLVideoElement, signal: AbortSignal, width: number): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: width } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // Who has closed it meanwhile must not be filmed.
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
}

/** Why there is no picture: somebody said no, or there is no camera. */
export const cameraProblem = (error: unknown): 'refused' | 'absent' =>
  error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'absent'
