import { useRef, useState } from 'react'
import { FileInput } from '#web/components/FileInput.tsx'
import { Photos } from '#web/components/Photos.tsx'
import { CameraDialog } from './CameraDialog.tsx'
import type { LocalPhotos } from './local-photos.ts'
import { useCameraWords } from './words.ts'

/** Takes photos with the phone's own camera app, with a laptop's camera in a dialog, or from a file. */
export function TakePhotos({ of }: { of: LocalPhotos }) {
  const words = useCameraWords()
  const input = useRef<HTMLInputElement>(null)
  const [filming, setFilming] = useState(false)
  const open = () => {
    if (matchMedia('(pointer: coarse)').matches) input.current?.click()
    else setFilming(true)
  }
  return (
    <>
      <Photos of={of} camera={{ label: words.open, open }} />
      <FileInput ref={input} accept="image/*" capture="environment" onFiles={of.add} />
      {filming && <CameraDialog onTake={of.add} onClose={() => setFilming(false)} />}
    </>
  )
}
