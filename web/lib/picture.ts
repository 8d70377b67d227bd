/** A page loads pictures from its own origin only; the service's addresses are absolute. */
export function localPictureUrl(url: string): string | undefined {
  // A picture in the content check has a signed address.
  const name = /\/media\/([\w-]+\.\w+(?:\?see=[\w.-]+)?)$/.exec(url)?.[1]
  return name && `/media/${name}`
}
