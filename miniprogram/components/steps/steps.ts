import { type Step, stepsOf } from '#client/progress.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { textsOf } from '../../lib/language.ts'
import { stepsFit } from '../../lib/steps-fit.ts'

Component({
  properties: { status: { type: Number, value: 0 }, confirmed: { type: Boolean, value: false } },
  data: { steps: [] as (Step & { text: string; spoken: string })[], label: '', stacked: false },
  observers: {
    'status, confirmed'(status: number, confirmed: boolean) {
      const words = textsOf(ticketWords)
      const spoken = { done: words.stepDone, now: words.stepNow, ahead: words.stepAhead }
      const steps = stepsOf({ status, isConfirmed: confirmed }).map((step) => ({
        ...step,
        text: words.steps[step.name],
        spoken: `${words.steps[step.name]}: ${spoken[step.state]}`,
      }))
      const fontSize = wx.getAppBaseInfo().fontSizeSetting
      const { windowWidth } = wx.getWindowInfo()
      const names = steps.map(({ text }) => text)
      this.setData({ label: words.progress, steps, stacked: !stepsFit(names, { windowWidth, fontSize }) })
    },
  },
})
