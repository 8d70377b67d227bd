/** The paths of the pages. The server answers each with the same document, and the browser's router chooses the page. */
export const pages = {
  portal: '/',
  newTicket: '/new',
  myTickets: '/mine',
  ticket: '/mine/:id',
  anyTicket: '/t/:id',
  receipt: '/r',
  repairDays: '/events',
  repairDay: '/events/:id',
  repairDayReport: '/events/:id/report',
  kiosk: '/kiosk',
  tag: '/g/:tag',
  signIn: '/sign-in',
  join: '/join',
  account: '/account',
  accountGroup: '/account/:group',
  setUp: '/set-up',
  board: '/board',
  signShift: '/in',
  certificate: '/certificate',
  impact: '/impact',
  desk: '/desk',
  deskRest: '/desk/*',
  console: '/console',
  consoleRest: '/console/*',
} as const

const atMessages = 'at=messages'
/** The message settings, which messages link to. */
export const choicesPage = { address: `${pages.account}?${atMessages}`, search: atMessages } as const

/** The parts of the account, which have a page each. */
export const accountGroups = ['profile', 'messages', 'login', 'data', 'feedback'] as const
export type AccountGroup = (typeof accountGroups)[number]
export const accountPage = (group: AccountGroup, section?: 'notices' | 'password'): string =>
  pages.accountGroup.replace(':group', group) + (section ? `#${section}` : '')
