import { createGunzip } from 'node:zlib'
import { ordsLicence } from '#rules/open-data/ords.ts'
import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function impactHandlers({ openData }: Pick<Services, 'openData'>): Handlers<'impact'> {
  return {
    figures: () => openData.figures(),
    data: async () => {
      const gzip = await openData.table()
      return {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="open-repair-data.csv"',
          link: `<${ordsLicence}>; rel="license"`,
          vary: 'accept-encoding',
        },
        body: unpacked(gzip),
        compressed: { gzip },
      }
    },
  }
}

/** For those who take it as it is. Nothing is unpacked before somebody reads. */
async function* unpacked(gzip: Uint8Array): AsyncGenerator<string> {
  const stream = createGunzip()
  stream.end(gzip)
  for await (const part of stream.setEncoding('utf8')) yield String(part)
}
