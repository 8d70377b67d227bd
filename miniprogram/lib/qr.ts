import { renderSVG } from 'uqr'

/** A QR code as a data URL. */
export function qrPicture(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`
}
