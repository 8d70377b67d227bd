/**
 * Where this page finds a picture of the service's. Addresses that go out are absolute, for every client; a page asks nobody
 * but the service it came from.
 */
export function pictureHere(url: string): string | undefined {
  const name = /\/media\/([\w-]+\.\w+)$/.exec(url)?.[1]
  return name && `/media/${name}`
}
