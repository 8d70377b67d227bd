import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { refusedPhotoIndex } from '#client/refusal.ts'
import { Failure } from '#contract/client.ts'
import { limits } from '#contract/limits.ts'
import { retryAfterLogin } from '#web/data/api.ts'
import { useConnected } from '#web/data/connection.ts'
import { upload } from '#web/data/upload.ts'
import { localPictureUrl } from '#web/lib/picture.ts'
import { shrinkPhoto } from './shrink.ts'

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
   * Waits until all photos are uploaded, uploads those again that the network had cut off, and calls `send` with their addresses.
   * A photo that the service has deleted meanwhile is uploaded anew, if this page still has its file. A refusal of a photo is shown beside
   * it; the next call leaves that photo out.
   */
  sendWith<T>(send: (pic: string[]) => Promise<T>): Promise<T>
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
    const done = shrinkPhoto(file)
      .then((small) => retryAfterLogin(() => upload(small, (progress) => change(id, { progress }), stop.signal)))
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
        const { failure: _, url: __, ...rest } = photo
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

  /** The photos that go along, each with its address. */
  async function uploadAll(): Promise<Map<number, string>> {
    const tried = photos.filter(({ failure }) => !failure || failure.status === 0)
    const ends = await Promise.all(
      tried.map(async ({ id, url, failure }) => {
        const end = url ?? (failure ? await again(id) : await held.current.get(id)?.done)
        return [id, end] as const
      }),
    )
    const uploaded = new Map<number, string>()
    for (const [id, end] of ends) {
      if (end instanceof Failure) throw end
      if (end !== undefined) uploaded.set(id, end)
    }
    return uploaded
  }

  /** Shows a refusal beside these photos, and forgets their addresses. */
  const refuse = (ids: readonly number[], failure: Failure) =>
    setPhotos((all) =>
      all.map(({ url, ...photo }) => ({ ...photo, ...(ids.includes(photo.id) ? { failure } : url && { url }) })),
    )

  async function sendWith<T>(sendPhotos: (pic: string[]) => Promise<T>): Promise<T> {
    const pic = await uploadAll()
    const renewed = new Set<number>()
    for (;;) {
      try {
        return await sendPhotos([...pic.values()])
      } catch (error) {
        const id = error instanceof Failure ? [...pic.keys()][refusedPhotoIndex(error)] : undefined
        if (id === undefined || !(error instanceof Failure)) throw error
        const gone = error.flaw === 'not_my_picture'
        const fresh = gone && !renewed.has(id) ? await again(id) : undefined
        // The service names one. Those of an earlier visit are as old, and each would need another try.
        if (fresh === undefined)
          refuse([id, ...(gone ? pic.keys().filter((one) => !held.current.has(one)) : [])], error)
        if (typeof fresh !== 'string') throw fresh ?? error
        renewed.add(id)
        pic.set(id, fresh)
      }
    }
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
    sendWith,
    remove(id) {
      for (const photo of photos) if (photo.id === id) forget(photo)
      setPhotos((all) => all.filter((photo) => photo.id !== id))
    },
    clear() {
      for (const photo of photos) forget(photo)
      setPhotos([])
    },
  }
}

/** Whether a refusal is told beside a photo. */
export const isPhotoRefusal = ({ field }: Failure): boolean => field === 'file' || field.startsWith('pic[')

function uploaded(url: string): Photo {
  last += 1
  return { id: last, preview: localPictureUrl(url) ?? '', url, progress: 1 }
}
