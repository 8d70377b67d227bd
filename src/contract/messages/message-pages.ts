import { pages } from '../team/pages.ts'
import type { MessageFacts } from './message-facts.ts'

/** The pages that messages about no ticket lead to. */
export const messagePages = {
  portal: pages.portal,
  desk: pages.desk,
  shifts: `${pages.desk}/shifts`,
  repairDays: `${pages.desk}/events`,
  console: pages.console,
  rosters: `${pages.console}/rosters`,
  planner: `${pages.console}/events`,
  feedback: `${pages.console}/feedback`,
  forwarding: `${pages.console}/forwarding`,
} as const
export type MessagePage = keyof typeof messagePages

export function messagePage(kind: keyof MessageFacts): MessagePage {
  switch (kind) {
    case 'feedback':
      return 'feedback'
    case 'external':
      return 'forwarding'
    case 'upkeep':
    case 'channel':
      return 'console'
    case 'duty':
    case 'test':
      return 'portal'
    case 'digest':
      return 'desk'
    case 'help_tomorrow':
    case 'help_asked':
    case 'help_changed':
    case 'task_due':
      return 'repairDays'
    case 'help_gap':
      return 'planner'
    case 'gap':
      return 'rosters'
    default:
      return 'shifts'
  }
}
