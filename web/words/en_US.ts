import type { Words } from './words.ts'

export const en_US: Words = {
  appName: 'Repair team',
  language: '中文',
  offline: 'The service does not answer. Are you online?',
  retry: 'Try again',
  loading: 'Loading…',
  notFound: 'There is nothing here.',
  backHome: 'To the start page',
  nav: {
    duty: 'Home',
    newTicket: 'New ticket',
    myTickets: 'My tickets',
    desk: 'Desk',
    console: 'Console',
    signIn: 'Log in',
    account: 'My account',
  },
}
