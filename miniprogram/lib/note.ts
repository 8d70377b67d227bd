import type { memberNote } from './note-draft.ts'
import { addPhotos, type Photo, removePhoto, sendWith } from './photos.ts'
import type { InputEvent } from './screen.ts'
import { cancelDebounce, debounce, setTyped } from './typed-data.ts'

interface NoteData {
  readonly id: number
  readonly ticket: object | null
  readonly text: string
  readonly photos: readonly Photo[]
}
interface NotePage {
  readonly data: NoteData
  setData(data: { text?: string; photos?: Photo[] }): void
  rest(): void
}

/** The methods of a page on which a note is written; its draft is kept on the phone. */
export const noteMethods = (drafts: typeof memberNote) => ({
  type(this: NotePage, { detail }: InputEvent) {
    setTyped<{ text: string }>(this, { text: detail.value })
    debounce(this, () => this.rest())
  },
  /** Stores the draft. */
  rest(this: NotePage) {
    const { id, text, ticket } = this.data
    // The draft may be loaded together with the ticket.
    if (ticket && drafts.of(id).text !== text) drafts.keep(id, { text })
  },
  async addPhotos(this: NotePage) {
    await addPhotos(this)
    drafts.keepPhotos(this.data.id, this.data.photos)
  },
  removePhoto(this: NotePage, { detail }: WechatMiniprogram.CustomEvent<{ id: number }>) {
    removePhoto(this, detail.id)
    drafts.keepPhotos(this.data.id, this.data.photos)
  },
  /** Sends the note with its photos and deletes the draft. */
  async sendNote(this: NotePage, send: (pic: string[]) => Promise<unknown>) {
    await sendWith(this, send).finally(() => drafts.keepPhotos(this.data.id, this.data.photos))
    cancelDebounce(this)
    drafts.clear()
    this.setData({ text: '', photos: [] })
  },
})
