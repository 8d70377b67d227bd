import type { ValuesOf } from './values.ts'
import type { Variables } from './variable.ts'

/** Where pictures are kept. */
export type MediaConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly bucket: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

export const mediaVariables = {
  S3_ENDPOINT: {
    about:
      'S3-compatible store for pictures, instead of the folder media in DATA_DIR. The four S3_ settings go together.',
    example: 'https://s3.example.org',
  },
  S3_BUCKET: { about: 'Bucket in that store; it must exist.', example: 'fettle' },
  S3_ACCESS_KEY_ID: { about: 'Key for that store.', example: 'fettle' },
  S3_SECRET_ACCESS_KEY: { about: 'Secret of that key.', example: 'a-long-random-text', secret: true },
} as const satisfies Variables

const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

export function readMedia(values: ValuesOf<typeof mediaVariables>): MediaConfig {
  const [address, bucket, accessKeyId, secretAccessKey] = names.map((name) => values.given(name))
  const missing = names.filter((name) => values.given(name) === undefined)
  if (missing.length === names.length) return { kind: 'disk' }
  for (const name of missing) values.wrong(name, 'is missing: the four S3_ settings go together')
  const endpoint = address && values.url('S3_ENDPOINT', address, { schemes: ['https:', 'http:'] })
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return { kind: 'disk' }
  return { kind: 's3', endpoint: endpoint.href.replace(/\/+$/, ''), bucket, accessKeyId, secretAccessKey }
}
