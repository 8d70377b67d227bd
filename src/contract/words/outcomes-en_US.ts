import type { Words } from './words.ts'

export const outcomes: Words['outcomes'] = {
  fixed: 'Fixed',
  repairable: 'Repairable',
  end_of_life: 'End of life',
  unknown: 'Unknown',
}

export const barriers: Words['barriers'] = {
  parts_unavailable: 'Spare parts not available',
  parts_expensive: 'Spare parts too expensive',
  cannot_open: 'No way to open product',
  no_information: 'Repair information not available',
  no_equipment: 'Lack of equipment',
  worn_out: 'Too worn out',
}
