import { inLanguages } from '#client/in-languages.ts'
import { refusedPhotoIndex } from '#client/refusal.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { Failure, failureOf } from '#contract/connect.ts'
import { languages } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { errorText, UserError } from './error-text.ts'
import { language, textsOf } from './language.ts'
import { ensureLoggedIn, heldToken, logIn, serviceUrl } from './session.ts'

const photoUploadWords = inLanguages({
  zh_CN: { refused: '有照片不能用，原因写在照片下面。再点一次，就不带它发送。' },
  en_US: { refused: 'A photo was refused. The reason is below it. Tap again to send without it.' },
})

export interface Photo {
  readonly id: number
  readonly path: string
  readonly url: string
  /** The uploaded part in percent. */
  readonly percent: number
  /** The error; empty during the upload. */
  readonly failed: string
  /** The upload failed for lack of a network and can be repeated. */
  readonly cut: boolean
  /** The user has seen the refusal when sending. */
  readonly told?: true
}

interface WithPhotos {
  readonly data: { readonly photos: readonly Photo[] }
  setData(data: { photos: Photo[] }): void
}

let last = 0
/** The uploads of a page run one after the other. */
const lines = new WeakMap<object, Promise<void>>()

const change = (page: WithPhotos, id: number, to: Partial<Photo>) =>
  page.setData({ photos: page.data.photos.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)) })

export const uploadedPhoto = (url: string): Photo => {
  last += 1
  return { id: last, path: url, url, percent: 100, failed: '', cut: false }
}

export async function addPhotos(page: WithPhotos): Promise<void> {
  const room = limits.pictures - page.data.photos.length
  const chosen = await choose(room)
  const fresh = chosen.map((path): Photo => {
    last += 1
    return { id: last, path, url: '', percent: 0, failed: '', cut: false }
  })
  page.setData({ photos: [...page.data.photos, ...fresh] })
  await Promise.all(fresh.map(({ id }) => send(page, id)))
}

async function choose(count: number): Promise<string[]> {
  if (count < 1) return []
  try {
    const { tempFiles } = await wx.chooseMedia({
      count: Math.min(count, 9),
      mediaType: ['image'],
      sourceType: ['album', 'camera'],
      sizeType: ['compressed'],
    })
    return tempFiles.map(({ tempFilePath }) => tempFilePath)
  } catch {
    return [] // the user cancelled
  }
}

export function removePhoto(page: WithPhotos, id: number): void {
  page.setData({ photos: page.data.photos.filter((photo) => photo.id !== id) })
}

export async function retryPhotos(page: WithPhotos): Promise<void> {
  await Promise.all(page.data.photos.filter(({ cut }) => cut).map(({ id }) => send(page, id)))
}

/**
 * Waits until all photos are uploaded and calls `send` with their addresses. A photo that the service has deleted is
 * uploaded again, if its file is still on the phone; otherwise the next call leaves it out.
 */
export async function sendWith<T>(page: WithPhotos, sendPhotos: (pic: string[]) => Promise<T>): Promise<T> {
  const renewed = new Set<number>()
  for (;;) {
    const pic = await uploadAll(page)
    try {
      return await sendPhotos(pic)
    } catch (error) {
      const gone = error instanceof Failure && error.flaw === 'not_my_picture' && pic[refusedPhotoIndex(error)]
      const photo = page.data.photos.find(({ url }) => url !== '' && url === gone)
      if (!photo) throw error
      if (renewed.has(photo.id) || isRestored(photo)) throw new UserError(leaveOut(page, photo.id))
      renewed.add(photo.id)
      change(page, photo.id, { url: '' })
      await send(page, photo.id)
    }
  }
}

/** The file of a photo uploaded before this page was opened is not known. */
const isRestored = ({ path, url }: Photo) => path === url

/** Marks this photo, and those of an earlier visit, as deleted; returns the sentence about it. */
function leaveOut(page: WithPhotos, id: number): string {
  const { photoGone } = textsOf(ticketWords)
  const sentences: string[] = []
  const photos = page.data.photos.map((photo, place): Photo => {
    if (photo.url === '' || (photo.id !== id && !isRestored(photo))) return photo
    const failed = photoGone(place + 1)
    sentences.push(failed)
    return { ...photo, url: '', failed, told: true }
  })
  page.setData({ photos })
  return sentences.join('\n')
}

/** Returns the addresses of the uploaded photos. The user is told about refused ones first. */
async function uploadAll(page: WithPhotos): Promise<string[]> {
  await lines.get(page)
  await retryPhotos(page)
  if (page.data.photos.some(({ cut }) => cut)) throw new Failure(0, '', 'no answer')
  if (page.data.photos.some(({ failed, told }) => failed && !told)) {
    page.setData({ photos: page.data.photos.map((photo) => (photo.failed ? { ...photo, told: true } : photo)) })
    throw new UserError(textsOf(photoUploadWords).refused)
  }
  return page.data.photos.map(({ url }) => url).filter(Boolean)
}

function send(page: WithPhotos, id: number): Promise<void> {
  const turn = (lines.get(page) ?? Promise.resolve()).then(() => upload(page, id))
  lines.set(page, turn)
  return turn
}

async function upload(page: WithPhotos, id: number): Promise<void> {
  const photo = page.data.photos.find((one) => one.id === id)
  if (!photo || photo.url) return // removed meanwhile, or uploaded already
  change(page, id, { percent: 0, failed: '', cut: false })
  try {
    const path = await compressedPath(photo.path)
    const url = await uploadWithLogin(path, (percent) => change(page, id, { percent }))
    change(page, id, { url, percent: 100 })
  } catch (error) {
    change(page, id, { failed: errorText(error), cut: isTemporary(error) })
  }
}

/** No answer, or an overloaded service. */
const isTemporary = (error: unknown) => error instanceof Failure && [0, 429, 503].includes(error.status)

const widest = 2048

async function compressedPath(src: string): Promise<string> {
  try {
    // WeChat would enlarge a smaller picture.
    if ((await wx.getImageInfo({ src })).width <= widest) return src
    return (await wx.compressImage({ src, quality: 80, compressedWidth: widest })).tempFilePath
  } catch {
    return src // upload it unchanged
  }
}

async function uploadWithLogin(path: string, onProgress: (percent: number) => void, again = true): Promise<string> {
  await ensureLoggedIn()
  const held = heldToken()
  try {
    return await post(path, held, onProgress)
  } catch (error) {
    const ended = error instanceof Failure && error.status === 401
    if (!ended || !again) throw error
    if (heldToken() === held) await logIn()
    return uploadWithLogin(path, onProgress, false)
  }
}

function post(filePath: string, token: string, onProgress: (percent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const task = wx.uploadFile({
      url: `${serviceUrl}/upload`,
      filePath,
      name: 'file',
      header: { authorization: `Bearer ${token}`, 'accept-language': languages[language.current()].tag },
      success({ statusCode, data }) {
        const { data: made, err = '' } = answerIn(data)
        if (statusCode === 200 && made?.url) resolve(made.url)
        else reject(failureOf(statusCode, () => null, err))
      },
      fail: ({ errMsg }) => reject(new Failure(0, '', errMsg)),
    })
    task.onProgressUpdate(({ progress }) => onProgress(progress))
  })
}

function answerIn(text: string): { data?: { url?: string }; err?: string } {
  try {
    return JSON.parse(text) as { data?: { url?: string }; err?: string } // the answer of the service
  } catch {
    return {}
  }
}
