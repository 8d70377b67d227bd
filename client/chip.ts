import { type StatusName, statusMeaning, ticketTypes } from '#contract/codes.ts'
import type { IconName } from './icons.ts'
import type { ListedState } from './progress.ts'

/** Users who cannot tell the colours apart can tell the icons. */
const icons: Readonly<Record<StatusName, IconName>> = {
  submitted: 'inbox',
  accepted: 'person',
  diagnosing: 'search',
  repairing: 'wrench',
  waiting: 'hourglass',
  repaired: 'check',
  unrepairable: 'cross',
  cancelled: 'minus',
}

export const iconOf = (status: number): IconName => icons[statusMeaning(status).name]

/** The icon of a kind of device; those that a team has added share one. */
export function kindIcon(kind: number): IconName {
  if (kind === ticketTypes.appliance) return 'plug'
  return kind === ticketTypes.computer ? 'laptop' : 'wrench'
}

export interface Chip {
  readonly icon: IconName
  readonly colour: ReturnType<typeof statusMeaning>['colour']
  readonly text: string
}

interface ChipWords {
  readonly collected: string
  readonly mergedInto: (id: number) => string
}

/** The state of a ticket in one word, with an icon and a colour; a ticket that was collected or merged says that instead. */
export function chipOf(
  { status, isConfirmed, mergedInto }: ListedState,
  words: ChipWords,
  nameOf: (status: number) => string,
): Chip {
  if (mergedInto !== undefined) return { icon: 'join', colour: 'gray', text: words.mergedInto(mergedInto) }
  if (isConfirmed) return { icon: 'home', colour: 'gray', text: words.collected }
  return { icon: iconOf(status), colour: statusMeaning(status).colour, text: nameOf(status) }
}
