import type { Words } from './words.ts'

export const outcomes: Words['outcomes'] = {
  fixed: '修好了',
  repairable: '还可以修',
  end_of_life: '已经报废',
  unknown: '不清楚',
}

export const barriers: Words['barriers'] = {
  parts_unavailable: '没有配件',
  parts_expensive: '配件太贵',
  cannot_open: '无法拆开',
  no_information: '没有维修资料',
  no_equipment: '缺少工具设备',
  worn_out: '老化严重',
}
