import { stepsOf } from '#client/progress.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { textsOf } from '../../lib/language.ts'

interface Shown {
  readonly name: string
  readonly state: string
  readonly sad: boolean
  readonly text: string
  readonly spoken: string
}

Component({
  properties: { status: { type: Number, value: 0 }, confirmed: { type: Boolean, value: false } },
  data: { steps: [] as Shown[], label: '' },
  observers: {
    'status, confirmed'(status: number, confirmed: boolean) {
      const words = textsOf(ticketWords)
      const spoken = { done: words.stepDone, now: words.stepNow, ahead: words.stepAhead }
      this.setData({
        label: words.progress,
        steps: stepsOf({ status, isConfirmed: confirmed }).map(({ name, state, sad }) => ({
          name,
          state,
          sad,
          text: words.steps[name],
          spoken: `${words.steps[name]}: ${spoken[state]}`,
        })),
      })
    },
  },
})
