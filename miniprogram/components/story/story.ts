import { ticketWords } from '#client/words/ticket.ts'
import { checkingText } from '../../lib/checking.ts'
import { language, textsOf } from '../../lib/language.ts'
import { plain } from '../../lib/plain.ts'
import { dateTime } from '../../lib/time.ts'

/** An older service may lack the optional fields. */
interface Note {
  readonly id: number
  readonly op: string
  readonly type: number
  readonly content: string
  readonly createdTime: string
  readonly pic?: readonly string[]
  readonly own?: boolean
  readonly internalPic?: readonly string[]
  readonly held?: number
  readonly heldPic?: readonly string[]
  readonly hidden?: boolean
}
interface Shown {
  readonly id: number
  readonly by: string
  readonly when: string
  readonly content: string
  readonly internal: boolean
  readonly hidden: boolean
  readonly checking: string
  readonly pictures: readonly string[]
  readonly names: readonly string[]
}

Component({
  properties: { story: { type: Array, value: [] as Note[] }, clock: { type: String, value: '' } },
  data: { notes: [] as Shown[], w: plain(textsOf(ticketWords)) },
  observers: {
    'story, clock'(story: readonly Note[], clock: string) {
      const words = textsOf(ticketWords)
      const lang = language.current()
      this.setData({
        w: plain(words),
        notes: story.map((note) => {
          const { id, op, type, content, createdTime, pic = [], internalPic = [], own = false, hidden = false } = note
          const by = own ? words.you : op
          const pictures = [...pic, ...internalPic]
          return {
            id,
            by,
            when: dateTime(createdTime, lang, clock),
            content,
            internal: type === 2,
            hidden,
            checking: checkingText(note),
            pictures,
            names: pictures.map((_, i) => words.enlarge(words.picture(i + 1, by))),
          }
        }),
      })
    },
  },
  methods: {
    look({ currentTarget: { dataset } }: WechatMiniprogram.TouchEvent) {
      const note = this.data.notes.find(({ id }) => id === dataset['note'])
      wx.previewImage({ urls: [...(note?.pictures ?? [])], current: dataset['src'] as string })
    },
  },
})
