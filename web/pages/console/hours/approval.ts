import { useAction } from '#web/components/action.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useConsoleHourWords } from './words.ts'

/** Approves entries, and says how many. */
export function useApproval(idsOf: () => Promise<readonly number[]>) {
  const words = useConsoleHourWords()
  return useAction({
    work: async () => api.hours.decide({ ids: [...(await idsOf())], state: 'approved' }),
    toast: ({ changed, left }) =>
      [words.decided.approved(changed), left > 0 && words.leftOut(left)].filter(Boolean).join(' '),
    onSettled: () => invalidate('hours'),
  })
}
