import { pages } from '../team/pages.ts'
import type { MessageFacts } from './message-facts.ts'

/** The pages that messages about no ticket lead to. */
export const messagePages = {
  portal: pages.portal,
  desk: pages.desk,
  shifts: `${pages.desk}/shifts`,
  console: pages.console,
  rosters: `${pages.console}/rosters`,
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
    case 'gap':
      return 'rosters'
    default:
      return 'shifts'
  }
}
