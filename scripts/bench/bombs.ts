import { join } from 'node:path'
import { hollowPng, longGif } from '../../test/support/pictures.ts'
import { logIn } from '../shared/client.ts'
import { diskFolder, type Figure, median, timed } from '../shared/figures.ts'
import { Service } from '../shared/service.ts'

const rounds = 21

/** Measures how soon decompression bombs are refused, and how long another request waits meanwhile. */
export async function bombs(): Promise<Figure[]> {
  using folder = diskFolder()
  await using service = await Service.launch({ dataDir: join(folder.dir, 'data') })
  const token = await logIn(service.url, 'bomber')
  const figures: Figure[] = []
  for (const [what, bytes] of [
    ['25 MB', new Uint8Array(25 * 1024 * 1024)],
    ['30,000 × 30,000 px', hollowPng(30_000, 30_000)],
    ['5,000 frames', longGif(5000)],
  ] as const) {
    const [refused, probed]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      const bomb = timed(() => refusal(service.url, token, bytes))
      const probe = timed(() => fetch(`${service.url}/healthz`).then((response) => response.text()))
      refused.push(await bomb)
      probed.push(await probe)
    }
    figures.push(
      { what: `${what} refused`, value: median(refused), unit: 'ms', atMost: 200 },
      { what: 'another request meanwhile', value: median(probed), unit: 'ms', atMost: 200 },
    )
  }
  return figures
}

async function refusal(url: string, token: string, bytes: Uint8Array): Promise<void> {
  const body = new FormData()
  body.append('token', token)
  body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.png')
  const { status } = await fetch(`${url}/upload`, { method: 'POST', body })
  if (status !== 400 && status !== 413) throw new Error(`a bomb was answered with ${status}`)
}
