/** The code tables of the interface. A code's name here is its key in words/, and GET /codes answers them all. */
export const ticketTypes = { appliance: 0, computer: 1 } as const

export const statuses = {
  submitted: 0,
  accepted: 1,
  diagnosing: 2,
  repairing: 3,
  waiting: 4,
  repaired: 5,
  unrepairable: 6,
  cancelled: 7,
} as const

export const accessories = {
  power_adapter: 0,
  power_cable: 1,
  battery: 2,
  mouse: 3,
  keyboard: 4,
  bag_or_box: 5,
  remote_control: 6,
  storage_or_memory: 7,
  other: 8,
} as const

export const noteTypes = { recorded: 0, comment: 1, internal: 2 } as const

export const queryTypes = { all: 0, appliances: 1, computers: 2, unclaimed: 3, mine: 4 } as const

export const operations = {
  create: 0,
  update: 1,
  delete: 2,
  pick: 3,
  drop: 4,
  move: 5,
  retrieve: 6,
  forward: 7,
  comment: 8,
  log_in: 9,
  log_out: 10,
  ask_leave: 11,
  conclude: 12,
  assign: 13,
  export: 14,
} as const

export const targets = { ticket: 0, duty: 1, roster: 2, member: 3, user: 4, feedback: 5, settings: 6 } as const

export const codeTables = {
  type: ticketTypes,
  status: statuses,
  accessory: accessories,
  note: noteTypes,
  queryType: queryTypes,
  operation: operations,
  target: targets,
} as const

export type CodeTables = typeof codeTables
export type Status = (typeof statuses)[keyof typeof statuses]
export type Operation = keyof typeof operations
export type Target = keyof typeof targets
