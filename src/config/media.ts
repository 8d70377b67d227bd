import type { EnvReaderOf, Variables } from './values.ts'

/** Daily limits for pictures, and the megabytes that must stay free. */
export interface PicturesConfig {
  readonly perPerson: DailyShare
  readonly perAddress: DailyShare
  readonly freeUsers: number
  readonly freeMembers: number
}
interface DailyShare {
  readonly pictures: number
  readonly megabytes: number
}

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
  PICTURES_PER_PERSON: {
    about: 'How many pictures a person may upload in a day; a member ten times as many.',
    default: '200',
  },
  PICTURES_MB_PER_PERSON: { about: 'How many megabytes of pictures they may upload in a day.', default: '200' },
  PICTURES_PER_ADDRESS: {
    about:
      'How many pictures may come from one address in a day, which may be a whole campus: from guests, and as many again from people with an account. Members are not counted.',
    default: '2000',
  },
  PICTURES_MB_PER_ADDRESS: {
    about: 'How many megabytes of pictures may come from one address in a day.',
    default: '2000',
  },
  PICTURES_FREE_MB: {
    about: 'With less free space than this, in megabytes, only members can upload pictures. Not with an S3 store.',
    default: '1000',
  },
  PICTURES_FREE_MB_MEMBERS: {
    about:
      'With less free space than this, in megabytes, no one can upload pictures. Text still works. Not with an S3 store.',
    default: '400',
  },
} as const satisfies Variables

const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

export function readMedia(values: EnvReaderOf<typeof mediaVariables>): MediaConfig {
  const [address, bucket, accessKeyId, secretAccessKey] = names.map((name) => values.given(name))
  const missing = names.filter((name) => values.given(name) === undefined)
  if (missing.length === names.length) return { kind: 'disk' }
  for (const name of missing) values.wrong(name, 'is missing: the four S3_ settings go together')
  const endpoint = address && values.url('S3_ENDPOINT', address, { schemes: ['https:', 'http:'] })
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return { kind: 'disk' }
  return { kind: 's3', endpoint: endpoint.href.replace(/\/+$/, ''), bucket, accessKeyId, secretAccessKey }
}

/** One upload must fit. */
const minMegabytes = 20
const [most, maxFree] = [1_000_000, 999_999_999]

export function readPictures(values: EnvReaderOf<typeof mediaVariables>): PicturesConfig {
  const freeUsers = values.integer('PICTURES_FREE_MB', 0, maxFree)
  const freeMembers = values.integer('PICTURES_FREE_MB_MEMBERS', 0, maxFree)
  if (freeMembers > freeUsers) values.wrong('PICTURES_FREE_MB_MEMBERS', 'must not be larger than PICTURES_FREE_MB')
  return {
    perPerson: {
      pictures: values.integer('PICTURES_PER_PERSON', 1, most),
      megabytes: values.integer('PICTURES_MB_PER_PERSON', minMegabytes, most),
    },
    perAddress: {
      pictures: values.integer('PICTURES_PER_ADDRESS', 1, most),
      megabytes: values.integer('PICTURES_MB_PER_ADDRESS', minMegabytes, most),
    },
    freeUsers,
    freeMembers,
  }
}
