import { ticketWords } from '#client/words/ticket.ts'
import { limits } from '#contract/limits.ts'
import { textsOf } from '../../lib/language.ts'
import { templateTexts } from '../../lib/template-texts.ts'

/** Shows chosen photos with their progress; the page handles the events. */
Component({
  properties: { photos: { type: Array, value: [] as unknown[] } },
  data: {
    w: templateTexts(textsOf(ticketWords)),
    most: limits.pictures as number,
    names: [] as string[],
    removals: [] as string[],
  },
  observers: {
    photos(list: readonly unknown[]) {
      const words = textsOf(ticketWords)
      this.setData({
        w: templateTexts(words),
        names: list.map((_, i) => words.photo(i + 1)),
        removals: list.map((_, i) => words.removePhoto(i + 1)),
      })
    },
  },
  methods: {
    add() {
      this.triggerEvent('add')
    },
    remove({ currentTarget }: WechatMiniprogram.TouchEvent) {
      this.triggerEvent('remove', { id: currentTarget.dataset['id'] })
    },
  },
})
