import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

const width = 640
const height = 480

/** Browser arguments that use a video file as the camera. The file is read when a page opens the camera, and repeats. */
export const fakeCameraArguments = (file: string) => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]

/** Writes a video of a picture on a grey table, slightly rotated. */
export async function writeCameraVideo(file: string, picture: Buffer): Promise<void> {
  const held = await sharp(picture)
    .resize({ width: 300, height: 300, fit: 'inside' })
    .rotate(4, { background: '#8a8a8a' })
    .toBuffer()
  const grey = await sharp({ create: { width, height, channels: 3, background: '#8a8a8a' } })
    .composite([{ input: held }])
    .greyscale()
    .raw()
    .toBuffer()
  // YUV4MPEG2: a header line, and for each frame a line, the luma plane, and neutral chroma planes.
  const colours = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, colours])
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), frame, frame]))
}
