import type { HourRule } from '#contract/hours/hour-fields.ts'
import { translated } from '#web/lib/translated.ts'
import { useMinutes } from './hooks.ts'

const useRuleWords = translated({
  zh_CN: {
    asTheyAre: '按实际分钟计',
    rounded: (step: number, direction: HourRule['direction'], per: HourRule['per']) =>
      `${per === 'day' ? '每天合计后' : '每条记录'}${{ up: '向上取整', down: '向下取整', nearest: '就近取整' }[direction]}到 ${step} 分钟`,
    most: (minutes: string) => `每天最多 ${minutes}`,
    ticket: (minutes: string) => `班次外每张工单计 ${minutes}`,
    night: (from: string, until: string, percent: number) => `${from}–${until} 按 ${percent}% 计`,
    closed: (percent: number) => `放假日按 ${percent}% 计`,
    and: '；',
  },
  en_US: {
    asTheyAre: 'Exact minutes',
    rounded: (step, direction, per) =>
      `${per === 'day' ? 'Each day' : 'Each entry'} rounded ${{ up: 'up', down: 'down', nearest: 'to the nearest' }[direction]}${direction === 'nearest' ? ` ${step} minutes` : ` to ${step} minutes`}`,
    most: (minutes) => `at most ${minutes} a day`,
    ticket: (minutes) => `${minutes} for a ticket outside shifts`,
    night: (from, until, percent) => `${from}–${until} at ${percent}%`,
    closed: (percent) => `closed days at ${percent}%`,
    and: '; ',
  },
})

export function useRuleText(): (rule: HourRule) => string {
  const words = useRuleWords()
  const minutes = useMinutes()
  return ({
    rounding,
    direction,
    per,
    mostPerDay,
    ticketMinutes,
    nightFrom,
    nightUntil,
    nightPercent,
    closedPercent,
  }) =>
    [
      rounding > 0 ? words.rounded(rounding, direction, per) : words.asTheyAre,
      mostPerDay > 0 && words.most(minutes(mostPerDay)),
      ticketMinutes > 0 && words.ticket(minutes(ticketMinutes)),
      nightPercent > 100 && nightFrom !== nightUntil && words.night(nightFrom, nightUntil, nightPercent),
      closedPercent > 100 && words.closed(closedPercent),
    ]
      .filter(Boolean)
      .join(words.and)
}
