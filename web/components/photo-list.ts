import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { refusedPhotoIndex } from '#client/refusal.ts'
import { Failure } from '#contract/client.ts'
import { limits } from '#contract/limits.ts'
import { retryAfterLogin } from '#web/data/api.ts'
import { useConnected } from '#web/data/connection.ts'
import type { StoredPhoto } from '#web/data/offline-tickets.ts'
import { upload } from '#web/data/upload.ts'
import { localPictureUrl } from '#web/lib/picture.ts'
import type { Action } from './action.ts'
import { shrinkPhoto } from './shrink.ts'

export interface Photo {
  readonly id: number
  /** The address of the file itself, or of the picture at the service. */
  readonly preview: string
  /** Its address at the service, once it is uploaded. */
  readonly url?: string
  /** The uploaded part, from 0 to 1. */
  readonly progress: number
  readonly failure?: Failure
  /** Stays in the browser until the form is sent. */
  readonly held?: boolean
}

export interface PhotoList {
  readonly photos: readonly Photo[]
  readonly urls: readonly string[]
  readonly busy: boolean
  add(files: Iterable<File>): void
  again(id: number): void
  remove(id: number): void
  clear(): void
  /** The photos for storage in the browser, without the refused ones. */
  stored(): Promise<StoredPhoto[]>
  /**
   * Waits until all photos are uploaded, retries uploads that the network had cut off, and calls `send` with the addresses.
   * A photo that the service has deleted is uploaded again, if this page still has its file. A refusal of a photo is shown beside
   * it; the next call leaves that photo out.
   */
  sendWith<T>(send: (pic: string[]) => Promise<T>): Promise<T>
}

/** `done` resolves to the address of the photo, or to the reason why it has none. */
interface Upload {
  readonly file: File
  /** The file scaled down. */
  readonly small: Promise<Blob>
  readonly stop: AbortController
  readonly done?: Promise<string | Failure>
}

let lastId = 0
function nextId(): number {
  lastId += 1
  return lastId
}

const storedPhoto = (url: string): Photo => ({ id: nextId(), preview: localPictureUrl(url) ?? '', url, progress: 1 })

interface PhotoOptions {
  readonly known?: readonly string[] | undefined
  /** Uploads nothing before the form is sent, because no user is logged in yet. */
  readonly held?: boolean
}

/** Chosen photos: each is uploaded at once, and later sent by its address. */
export function usePhotos({ known = [], held = false }: PhotoOptions = {}): PhotoList {
  const uploads = useUploads(known)
  const { photos, setPhotos, start, hold, again, forget } = uploads
  useRetryOnConnection(uploads)
  // The array stays the same while its contents do: drafts are written when it changes.
  const joined = photos.flatMap(({ url }) => url ?? []).join(' ')
  const urls = useMemo(() => (joined === '' ? [] : joined.split(' ')), [joined])
  return {
    photos,
    urls,
    busy: photos.some(({ url, failure, held: here }) => !url && !failure && !here),
    add(files) {
      const fresh = [...files]
        .slice(0, limits.pictures - photos.length)
        .map((file) => ({ file, photo: { id: nextId(), preview: URL.createObjectURL(file), progress: 0, held } }))
      setPhotos((all) => [...all, ...fresh.map(({ photo }) => photo)])
      for (const { file, photo } of fresh) void (held ? hold(photo.id, file) : start(photo.id, file))
    },
    stored: () => storedPhotos(uploads),
    again: (id) => void again(id),
    sendWith: (send) => sendWith(uploads, send),
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

type Uploads = ReturnType<typeof useUploads>

function useUploads(known: readonly string[]) {
  const [photos, setPhotos] = useState<readonly Photo[]>(() => known.map(storedPhoto))
  const uploads = useRef(new Map<number, Upload>())
  const change = (id: number, to: Partial<Photo>) =>
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)))

  function start(id: number, file: File): Promise<string | Failure> {
    const stop = new AbortController()
    const small = uploads.current.get(id)?.small ?? shrinkPhoto(file)
    const done = small
      .then((blob) => retryAfterLogin(() => upload(blob, (progress) => change(id, { progress }), stop.signal)))
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
    uploads.current.set(id, { file, small, stop, done })
    setPhotos((all) =>
      all.map((photo) => {
        if (photo.id !== id) return photo
        const { failure: _, url: __, held: ___, ...rest } = photo
        return { ...rest, progress: 0 }
      }),
    )
    return done
  }

  const hold = (id: number, file: File) =>
    uploads.current.set(id, { file, small: shrinkPhoto(file), stop: new AbortController() })

  async function again(id: number): Promise<string | Failure | undefined> {
    const file = uploads.current.get(id)?.file
    return file && start(id, file)
  }

  function forget({ id, preview }: Photo): void {
    uploads.current.get(id)?.stop.abort()
    uploads.current.delete(id)
    if (preview.startsWith('blob:')) URL.revokeObjectURL(preview)
  }

  const refuse = (ids: readonly number[], failure: Failure) =>
    setPhotos((all) =>
      all.map(({ url, ...photo }) => ({ ...photo, ...(ids.includes(photo.id) ? { failure } : url && { url }) })),
    )

  return { photos, setPhotos, uploads, start, hold, again, forget, refuse }
}

function useRetryOnConnection({ photos, again }: Uploads): void {
  const retry = useEffectEvent(() => {
    for (const { id, failure } of photos) if (failure?.status === 0) void again(id)
  })
  const connected = useConnected()
  useEffect(() => {
    if (connected) retry()
  }, [connected])
}

async function sendWith<T>(list: Uploads, send: (pic: string[]) => Promise<T>): Promise<T> {
  const { uploads, again, refuse } = list
  const pic = await uploadAll(list)
  const renewed = new Set<number>()
  for (;;) {
    try {
      return await send([...pic.values()])
    } catch (error) {
      const id = error instanceof Failure ? [...pic.keys()][refusedPhotoIndex(error)] : undefined
      if (id === undefined || !(error instanceof Failure)) throw error
      const gone = error.flaw === 'not_my_picture'
      const fresh = gone && !renewed.has(id) ? await again(id) : undefined
      // The service names one photo. Those of an earlier visit are as old, and each would need another try.
      if (fresh === undefined)
        refuse([id, ...(gone ? pic.keys().filter((one) => !uploads.current.has(one)) : [])], error)
      if (typeof fresh !== 'string') throw fresh ?? error
      renewed.add(id)
      pic.set(id, fresh)
    }
  }
}

async function uploadAll({ photos, uploads, again }: Uploads): Promise<Map<number, string>> {
  const tried = photos.filter(({ failure }) => !failure || failure.status === 0)
  const results = await Promise.all(
    tried.map(async ({ id, url, failure }) => {
      const result = url ?? (await ((!failure && uploads.current.get(id)?.done) || again(id)))
      return [id, result] as const
    }),
  )
  const uploaded = new Map<number, string>()
  for (const [id, result] of results) {
    if (result instanceof Failure) throw result
    if (result !== undefined) uploaded.set(id, result)
  }
  return uploaded
}

/** Scaled down, because the browser's storage is small. */
async function storedPhotos({ photos, uploads }: Uploads): Promise<StoredPhoto[]> {
  const whole = photos.filter(({ failure }) => !failure || failure.status === 0)
  return Promise.all(whole.map(async ({ id, url }) => ({ url, file: await uploads.current.get(id)?.small })))
}

export const isPhotoRefusal = ({ field }: Failure): boolean => field === 'file' || field.startsWith('pic[')

/** The error of a form with photos: a refusal of a photo is shown beside that photo. */
export const errorBesidePhotos = ({ failure, formError }: Pick<Action<never>, 'failure' | 'formError'>) =>
  failure && isPhotoRefusal(failure) ? undefined : formError
