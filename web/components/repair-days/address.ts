import { pages } from '#contract/team/pages.ts'

export const repairDayAddress = (id: number): string => pages.repairDay.replace(':id', String(id))
