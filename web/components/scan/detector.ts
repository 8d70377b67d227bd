/** The browser's barcode API, which the library imitates. */
interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: {
  formats: 'qr_code'[]
}) => Detector) & {
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's detector if it reads QR codes; else the library, loaded on demand. */
export async function newDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const works = own && (await own.getSupportedFormats()).includes('qr_code')
  const { BarcodeDetector } = works ? { BarcodeDetector: own } : await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}
