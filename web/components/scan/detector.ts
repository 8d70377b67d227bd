/** What finds codes in a picture, as browsers have it and as the library imitates it. */
interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: {
  formats: 'qr_code'[]
}) => Detector) & {
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own where it has one that reads QR codes; elsewhere the library, which is loaded only then. */
export async function newDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const works = own && (await own.getSupportedFormats()).includes('qr_code')
  const { BarcodeDetector } = works ? { BarcodeDetector: own } : await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}
