import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Dialog } from '#web/components/Dialog.tsx'
import { acceptedPictures, FileInput } from '#web/components/FileInput.tsx'
import { Photos } from '#web/components/Photos.tsx'
import { cameraProblem, showCamera } from '#web/lib/camera.ts'
import css from './camera.module.css'
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
      <Photos of={of} title={words.photos} low camera={{ label: words.open, open }} />
      <FileInput ref={input} accept="image/*" capture="environment" onFiles={of.add} />
      {filming && <CameraDialog onTake={of.add} onClose={() => setFilming(false)} />}
    </>
  )
}

function CameraDialog({ onTake, onClose }: { onTake: (photos: Iterable<File>) => void; onClose: () => void }) {
  const words = useCameraWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const state = useCamera(video)
  const [taken, setTaken] = useState(0)
  const off = state === 'refused' || state === 'absent'
  const take = async () => {
    const photo = await pictureOf(video.current)
    if (!photo) return
    onTake([photo])
    setTaken(taken + 1)
  }
  return (
    <Dialog ref={dialog} width="40rem" aria-label={words.title} onClose={onClose}>
      <Stack gap="sm">
        <Title>{words.title}</Title>
        {off ? (
          <Alert color="yellow" variant="light" role="status">
            {words[state]}
          </Alert>
        ) : (
          <video ref={video} className={css['video']} aria-label={words.camera} playsInline muted />
        )}
        <Text role="status" variant="secondary">
          {taken > 0 && words.taken(taken)}
        </Text>
        <Group data-actions>
          <Button key={off ? 'choose' : 'take'} autoFocus onClick={off ? () => input.current?.click() : take}>
            {off ? words.choose : words.take}
          </Button>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            {words.done}
          </Button>
        </Group>
      </Stack>
      <FileInput
        ref={input}
        multiple
        accept={acceptedPictures}
        onFiles={(files) => {
          onTake(files)
          dialog.current?.close()
        }}
      />
    </Dialog>
  )
}

function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<'starting' | 'on' | 'refused' | 'absent'>('starting')
  useEffect(() => {
    if (!video.current) return
    const stop = new AbortController()
    const tell = (now: typeof state) => stop.signal.aborted || setState(now)
    showCamera(video.current, stop.signal, 1920).then(
      () => tell('on'),
      (error: unknown) => tell(cameraProblem(error)),
    )
    return () => stop.abort()
  }, [video])
  return state
}

async function pictureOf(video: HTMLVideoElement | null): Promise<File | undefined> {
  if (!video || video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  return blob ? new File([blob], 'photo.jpg', { type: blob.type }) : undefined
}
