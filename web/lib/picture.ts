/**
 * Where this page finds a picture of the service's. Addresses that go out are absolute, for every client; a page asks nobody
 * but the service it came from.
 */
export function localPictureUrl(url: string): string | undefined {
  // One that is still being checked has an address for those who may see it already.
  const name = /\/media\/([\w-]+\.\w+(?:\?see=[\w.-]+)?)$/.exec(url)?.[1]
  return name && `/media/${name}`
}
