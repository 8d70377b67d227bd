import type { Locator, Page } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/** The number of printed sheets of a page, and their size in millimetres. */
export async function printedSheets(page: Page): Promise<{ pages: number; width: number; height: number }> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  const millimetres = (points: string | undefined) => Math.round((Number(points) * 25.4) / 72)
  return {
    pages: pdf.match(/\/Type \/Page\b/g)?.length ?? 0,
    width: millimetres(width),
    height: millimetres(height),
  }
}

/** The content of the QR code in a picture. */
export async function decodeQrCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

/** The content of a QR code on the page, as a camera sees it. */
export const scanQrCode = async (code: Locator) => decodeQrCode(await code.screenshot())
