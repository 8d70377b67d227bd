import { ticketWords } from '#client/words/ticket.ts'
import { noteTypes } from '#contract/codes.ts'
import { checkingText } from '../../lib/checking.ts'
import { language, textsOf } from '../../lib/language.ts'
import { templateTexts } from '../../lib/template-texts.ts'
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

Component({
  properties: { story: { type: Array, value: [] as Note[] }, clock: { type: String, value: '' } },
  data: { notes: [] as ReturnType<typeof shownNote>[], w: templateTexts(textsOf(ticketWords)) },
  observers: {
    'story, clock'(story: readonly Note[], clock: string) {
      this.setData({
        w: templateTexts(textsOf(ticketWords)),
        notes: story.map((note) => shownNote(note, clock)),
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

function shownNote(note: Note, clock: string) {
  const { id, op, type, content, createdTime, pic = [], internalPic = [], own = false, hidden = false } = note
  const { you, enlarge, picture } = textsOf(ticketWords)
  const by = own ? you : op
  const pictures = [...pic, ...internalPic]
  return {
    ...{ id, by, own, content, hidden, pictures },
    when: dateTime(createdTime, language.current(), clock),
    internal: type === noteTypes.internal,
    recorded: type === noteTypes.recorded,
    checking: checkingText(note),
    names: pictures.map((_, i) => enlarge(picture(i + 1, by))),
  }
}
