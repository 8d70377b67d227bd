import { type Step, stepsOf } from '#client/progress.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { textsOf } from '../../lib/language.ts'

Component({
  properties: { status: { type: Number, value: 0 }, confirmed: { type: Boolean, value: false } },
  data: { steps: [] as (Step & { text: string; spoken: string })[], label: '' },
  observers: {
    'status, confirmed'(status: number, confirmed: boolean) {
      const words = textsOf(ticketWords)
      const spoken = { done: words.stepDone, now: words.stepNow, ahead: words.stepAhead }
      this.setData({
        label: words.progress,
        steps: stepsOf({ status, isConfirmed: confirmed }).map((step) => ({
          ...step,
          text: words.steps[step.name],
          spoken: `${words.steps[step.name]}: ${spoken[step.state]}`,
        })),
      })
    },
  },
})
