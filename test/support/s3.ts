import { readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { tempDir } from './databases.ts'

interface S3Server {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
// The package has no types.
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server

/** A real S3 server with one bucket. */
export async function s3Server() {
  const dir = tempDir()
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: dir,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = await server.run()
  return {
    port,
    /** The names of the files in the bucket. */
    names: () =>
      readdirSync(join(dir, 'pictures'), { recursive: true, encoding: 'utf8' }).flatMap(
        (name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? [],
      ),
    /** One of them is lost. */
    lose(name: string) {
      for (const end of ['object', 'metadata.json', 'object.md5'])
        rmSync(join(dir, 'pictures', `${name}._S3rver_${end}`), { force: true })
    },
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
