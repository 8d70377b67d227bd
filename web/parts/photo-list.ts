import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Failure } from '#contract/client.ts'
import { limits } from '#contract/limits.ts'
import { withLogin } from '#web/data/api.ts'
import { useConnected } from '#web/data/connection.ts'
import { upload } from '#web/data/upload.ts'
import { pictureHere } from '#web/lib/picture.ts'
import { shrunk } from './shrink.ts'

export interface Photo {
  readonly id: number
  /** What to show: the file itself, or what the service has. */
  readonly preview: string
  /** Its address at the service, once it is there. */
  readonly url?: string
  /** How much of it is there, from 0 to 1. */
  readonly progress: number
  readonly failure?: Failure
}

export interface PhotoList {
  readonly photos: readonly Photo[]
  /** The addresses of those that are uploaded, in order. */
  readonly urls: readonly string[]
  /** Some are still on their way. */
  readonly busy: boolean
  readonly most: number
  add(files: Iterable<File>): void
  again(id: number): void
  remove(id: number): void
  clear(): void
  /**
   * Waits until all are uploaded, tries those again that the network had cut off, and answers their addresses; rejects with what
   * went wrong now. What was refused before stays behind: it says so in its place.
   */
  uploadAll(): Promise<string[]>
  /** Puts a refusal such as that of `pic[2]` beside the photo it is about; `false` if it is about none. */
  blame(error: Error): boolean
}

/** A file on its way; `done` is its address, or why it has none. */
interface Held {
  readonly file: File
  readonly stop: AbortController
  readonly done: Promise<string | Failure>
}

let last = 0

/** Photos that somebody chooses: each is uploaded at once, and sent by its address with whatever it belongs to. */
export function usePhotos(known: readonly string[] = [], most: number = limits.pictures): PhotoList {
  const [photos, setPhotos] = useState<readonly Photo[]>(() => known.map(uploaded))
  const held = useRef(new Map<number, Held>())

  const change = (id: number, to: Partial<Photo>) =>
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)))

  function send(id: number, file: File): Promise<string | Failure> {
    const stop = new AbortController()
    const done = shrunk(file)
      .then((small) => withLogin(() => upload(small, (progress) => change(id, { progress }), stop.signal)))
      .then(
        (url) => {
          change(id, { url, progress: 1 })
          return url
        },
        (failure: Failure) => {
          if (!stop.signal.aborted) change(id, { failure })
          return failure
        },
      )
    held.current.set(id, { file, stop, done })
    setPhotos((all) =>
      all.map((photo) => {
        if (photo.id !== id) return photo
        const { failure: _, ...rest } = photo
        return { ...rest, progress: 0 }
      }),
    )
    return done
  }

  function forget({ id, preview }: Photo): void {
    held.current.get(id)?.stop.abort()
    held.current.delete(id)
    if (preview.startsWith('blob:')) URL.revokeObjectURL(preview)
  }

  const again = async (id: number) => {
    const file = held.current.get(id)?.file
    return file && send(id, file)
  }
  const sendThoseCutOff = useEffectEvent(() => {
    for (const { id, failure } of photos) if (failure?.status === 0) void again(id)
  })
  const connected = useConnected()
  useEffect(() => {
    if (connected) sendThoseCutOff()
  }, [connected])

  // The same list for as long as it holds the same: drafts are written when it changes.
  const joined = photos.flatMap(({ url }) => url ?? []).join(' ')
  const urls = useMemo(() => (joined === '' ? [] : joined.split(' ')), [joined])
  return {
    photos,
    urls,
    busy: photos.some(({ url, failure }) => !url && !failure),
    most,
    add(files) {
      const fresh = [...files].slice(0, most - photos.length).map((file) => {
        last += 1
        return { file, photo: { id: last, preview: URL.createObjectURL(file), progress: 0 } }
      })
      setPhotos((all) => [...all, ...fresh.map(({ photo }) => photo)])
      for (const { file, photo } of fresh) void send(photo.id, file)
    },
    again: (id) => void again(id),
    async uploadAll() {
      const tried = photos.filter(({ failure }) => !failure || failure.status === 0)
      const ends = await Promise.all(
        tried.map(({ id, url, failure }) => url ?? (failure ? again(id) : held.current.get(id)?.done)),
      )
      const wrong = ends.find((end) => end instanceof Failure)
      if (wrong) throw wrong
      return ends.filter((end) => typeof end === 'string')
    },
    remove(id) {
      for (const photo of photos) if (photo.id === id) forget(photo)
      setPhotos((all) => all.filter((photo) => photo.id !== id))
    },
    clear() {
      for (const photo of photos) forget(photo)
      setPhotos([])
    },
    blame(error) {
      const place = error instanceof Failure ? /^pic\[(\d+)\]$/.exec(error.field)?.[1] : undefined
      const url = place && urls[Number(place)]
      if (!url || !(error instanceof Failure)) return false
      setPhotos((all) =>
        all.map(({ url: here, ...photo }) =>
          here === url ? { ...photo, failure: error } : { ...photo, ...(here ? { url: here } : {}) },
        ),
      )
      return true
    },
  }
}

/** Whether a refusal is told beside a photo. */
export const aboutPhoto = ({ field }: Failure): boolean => field === 'file' || field.startsWith('pic[')

function uploaded(url: string): Photo {
  last += 1
  return { id: last, preview: pictureHere(url) ?? '', url, progress: 1 }
}
