import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { ShownPhotos } from '#web/components/Photos.tsx'
import type { Photo } from '#web/components/photo-list.ts'

export interface LocalPhotos extends ShownPhotos {
  readonly files: readonly File[]
}

interface LocalPhoto extends Photo {
  readonly file: File
}

/** Photos that stay in the browser until the visitor is sent. */
export function useLocalPhotos(first: readonly Blob[] = []): LocalPhotos {
  const last = useRef(0)
  const held = (file: Blob): LocalPhoto => {
    last.current += 1
    const preview = URL.createObjectURL(file)
    return {
      id: last.current,
      preview,
      url: preview,
      progress: 1,
      file: new File([file], 'photo', { type: file.type }),
    }
  }
  const [photos, setPhotos] = useState<readonly LocalPhoto[]>(() => first.map(held))
  return {
    photos,
    files: photos.map(({ file }) => file),
    add: (files) => {
      const more = [...files].map(held)
      setPhotos((all) => [...all, ...more].slice(0, limits.pictures))
    },
    again() {}, // nothing is on its way that could fail
    remove(id) {
      for (const photo of photos) if (photo.id === id) URL.revokeObjectURL(photo.preview)
      setPhotos((all) => all.filter((photo) => photo.id !== id))
    },
  }
}
