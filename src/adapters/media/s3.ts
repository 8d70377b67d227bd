import { S3mini } from 's3mini'
import { assertMediaName } from '#rules/tickets/pictures.ts'
import type { MediaStore } from '#service/shared/ports.ts'
import { Unavailable } from '#store/engine/index.ts'

export interface S3Options {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export function s3Media({ endpoint, bucket, accessKeyId, secretAccessKey }: S3Options): MediaStore {
  const s3 = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: 15_000,
  })
  const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw new Unavailable(`the picture store does not answer: ${error}`, { cause: error })
    }
  }
  return {
    async check() {
      if (!(await s3.bucketExists())) throw new Error(`there is no bucket "${bucket}", or these keys may not see it`)
    },
    put: (name, bytes, type) =>
      orUnavailable(async () => {
        await s3.putObject(assertMediaName(name), bytes, type)
      }),
    get: (name) =>
      orUnavailable(async () => {
        const found = await s3.getObjectArrayBuffer(assertMediaName(name))
        return found === null ? undefined : new Uint8Array(found)
      }),
    has: (name) => orUnavailable(async () => (await s3.objectExists(assertMediaName(name))) === true),
    remove: (name) =>
      orUnavailable(async () => {
        await s3.deleteObject(assertMediaName(name))
      }),
    /** A put stores all of a picture or nothing. */
    async removeUnfinished() {},
    /** The operator of the store watches its space. */
    freeBytes: async () => Number.POSITIVE_INFINITY,
  }
}
