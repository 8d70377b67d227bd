import { createGunzip } from 'node:zlib'
import { ordsLicence } from '#rules/open-data/ords.ts'
import { impactFigures, impactTable } from '#service/open-data/impact.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function impactHandlers(ctx: Ctx): Handlers<'impact'> {
  return {
    figures: () => impactFigures(ctx),
    data: async () => {
      const gzip = await impactTable(ctx)
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

/** For clients without gzip. It starts with the first read. */
async function* unpacked(gzip: Uint8Array): AsyncGenerator<string> {
  const stream = createGunzip()
  stream.end(gzip)
  for await (const part of stream.setEncoding('utf8')) yield String(part)
}
