import type { Words } from './words.ts'

export const outcomes: Words['outcomes'] = {
  fixed: 'Repaired',
  repairable: 'Could still be repaired',
  end_of_life: 'Beyond repair',
  unknown: 'Unknown',
}

export const barriers: Words['barriers'] = {
  parts_unavailable: 'Parts not available',
  parts_expensive: 'Parts too expensive',
  cannot_open: 'No way to open it',
  no_information: 'No repair information',
  no_equipment: 'Equipment missing',
  worn_out: 'Too worn out',
}
