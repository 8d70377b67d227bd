/** Takes a secret out of the `#` part of the address and the history, now and whenever it changes. */
export function takeFromHash(pattern: RegExp, take: (secret: string) => void, page?: string): () => void {
  const look = () => {
    const found = pattern.exec(location.hash)?.[1]
    if (found === undefined || (page !== undefined && location.pathname !== page)) return
    history.replaceState(history.state, '', location.pathname + location.search)
    take(found)
  }
  look()
  addEventListener('hashchange', look)
  return look
}
