import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import decompress from 'woff2-encoder/decompress'
import { sharedFolder } from './shared-folder.ts'

/** The font families of every page in a test: those of an Android phone, one for Latin letters and one for Chinese. */
export const testFonts = ['Roboto', 'Noto Sans SC'] as const

const packages = {
  '@fontsource-variable/roboto': /-latin(-ext)?-wght-normal/,
  '@fontsource-variable/noto-sans-sc': /./,
}

/**
 * The environment in which Chromium finds the fonts of the tests and no other. The language is fixed because fontconfig
 * chooses fonts by it.
 */
export async function fontEnvironment(): Promise<Record<string, string>> {
  const dir = await sharedFolder('fonts', unpackFonts)
  return {
    FONTCONFIG_FILE: join(dir, 'fonts.conf'),
    XDG_CACHE_HOME: dir,
    LC_ALL: 'C.UTF-8',
    LANGUAGE: '',
  }
}

/** Chromium reads WOFF2 from the web only; a font of the system has to be TrueType. */
async function unpackFonts(dir: string): Promise<void> {
  const fonts = join(dir, 'fonts')
  await mkdir(fonts)
  for (const [name, wanted] of Object.entries(packages)) {
    const files = join(dirname(fileURLToPath(import.meta.resolve(name))), 'files')
    for (const file of (await readdir(files)).filter((one) => wanted.test(one))) {
      const font = await decompress(await readFile(join(files, file)))
      await writeFile(join(fonts, file.replace(/woff2$/, 'ttf')), font)
    }
  }
  await writeFile(join(dir, 'fonts.conf'), config)
}

const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <match target="pattern">
    <edit name="family" mode="prepend" binding="strong"><string>${testFonts[0]}</string></edit>
  </match>
</fontconfig>
`
