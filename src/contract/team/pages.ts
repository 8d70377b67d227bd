/** The addresses of the pages, as patterns; the server answers each with the same document, the browser's router tells them apart. */
export const pages = {
  portal: '/',
  newTicket: '/new',
  myTickets: '/mine',
  ticket: '/mine/:id',
  anyTicket: '/t/:id',
  receipt: '/r',
  kiosk: '/kiosk',
  tag: '/g/:tag',
  signIn: '/sign-in',
  join: '/join',
  account: '/account',
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
/** Where people choose what they are told; messages lead there too. */
export const choicesPage = { address: `${pages.account}?${atMessages}`, search: atMessages } as const
