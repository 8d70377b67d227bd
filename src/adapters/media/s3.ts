import { S3mini } from 's3mini'
import { Refusal } from '#contract/errors.ts'
import type { MediaStore } from '#service/ports.ts'

export interface S3Options {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly warn: (facts: object, text: string) => void
}

/** Pictures in any store that speaks S3. */
export function s3Media({ endpoint, bucket, accessKeyId, secretAccessKey, warn }: S3Options): MediaStore {
  const s3 = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: 15_000,
  })
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      warn({ reason: cause instanceof Error ? cause.message : String(cause) }, 'the picture store does not answer')
      throw new Refusal('peer_unavailable', undefined, { cause })
    }
  }
  return {
    async check() {
      if (!(await s3.bucketExists())) throw new Error(`there is no bucket "${bucket}", or these keys may not see it`)
    },
    put: (name, bytes, type) =>
      asked(async () => {
        await s3.putObject(name, bytes, type)
      }),
    get: (name) =>
      asked(async () => {
        const found = await s3.getObjectArrayBuffer(name)
        return found === null ? undefined : new Uint8Array(found)
      }),
    remove: (name) =>
      asked(async () => {
        await s3.deleteObject(name)
      }),
  }
}
