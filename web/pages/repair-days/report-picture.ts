/** What the picture says. */
export interface PictureText {
  readonly team: string
  readonly title: string
  readonly when: string
  readonly figures: readonly { readonly name: string; readonly value: string }[]
}

const [width, height] = [1200, 630]
const edge = 80

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A picture with the size that websites and chats show. A long text gets smaller letters. */
export function reportSvg({ team, title, when, figures }: PictureText): string {
  const line = (text: string, y: number, size: number, more = '') =>
    `<text x="${edge}" y="${y}" font-size="${fitted(text, size, width - 2 * edge)}" ${more}>${escaped(text)}</text>`
  const column = (width - 2 * edge) / Math.max(1, figures.length)
  const columns = figures.map(({ name, value }, i) => {
    const x = edge + i * column
    const room = column - 24
    return `<text x="${x}" y="440" font-size="${fitted(value, 92, room)}" font-weight="700">${escaped(value)}</text><text x="${x}" y="490" font-size="${fitted(name, 30, room)}" fill="#c9e4e8">${escaped(name)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" fill="#fff">`,
    `<rect width="${width}" height="${height}" fill="#0b525b"/>`,
    line(team, 110, 34, 'fill="#c9e4e8"'),
    line(title, 200, 68, 'font-weight="700"'),
    line(when, 262, 34),
    ...columns,
    '</svg>',
  ].join('')
}

/** Letters are about as wide as half their size, Chinese characters as their size. */
function fitted(text: string, size: number, room: number): number {
  const ems = [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : 0.6), 0)
  return Math.min(size, Math.floor(room / Math.max(1, ems)))
}

export const svgAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** The same as a PNG, drawn by the browser. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image(width, height)
  image.src = svgAddress(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))), 'image/png'),
  )
}
