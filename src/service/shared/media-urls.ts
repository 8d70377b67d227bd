import { isMediaName } from '#rules/tickets/pictures.ts'

/** All addresses for clients are absolute. */
export function avatarUrl(publicUrl: string, avatar: string): string {
  return mediaUrl(publicUrl, avatar === '' ? 'neutral.png' : avatar)
}

export function mediaUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/media/${name}`
}

/** The name in an address of `mediaUrl` or `pictureUrl`; `undefined` for other addresses. */
export function mediaName(publicUrl: string, url: string): string | undefined {
  const start = `${publicUrl}/media/`
  if (!url.startsWith(start)) return undefined
  const [, name = ''] = /^([^?]*)(?:\?see=[\w.-]*)?$/.exec(url.slice(start.length)) ?? []
  return isMediaName(name) ? name : undefined
}
