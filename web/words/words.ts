/** What the pages say; the service's own sentences come from the contract. */
export interface Words {
  readonly appName: string
  readonly language: string
  readonly offline: string
  readonly retry: string
  readonly loading: string
  readonly notFound: string
  readonly backHome: string
  readonly nav: {
    readonly duty: string
    readonly newTicket: string
    readonly myTickets: string
    readonly desk: string
    readonly console: string
    readonly signIn: string
    readonly account: string
  }
}
