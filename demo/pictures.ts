/** Drawn pictures in place of photos of the demo team's devices: on a table, before a wall. */
const scene = (
  wall: string,
  table: string,
  thing: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
<defs>
<linearGradient id="wall" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-opacity=".12"/></linearGradient>
<radialGradient id="shade"><stop stop-opacity=".35"/><stop offset="1" stop-opacity="0"/></radialGradient>
<linearGradient id="body"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".25"/></linearGradient>
</defs>
<rect width="400" height="300" fill="${wall}"/><rect width="400" height="300" fill="url(#wall)"/>
<rect y="205" width="400" height="95" fill="${table}"/><rect y="205" width="400" height="5" fill="#fff" opacity=".25"/>
<ellipse cx="200" cy="252" rx="150" ry="24" fill="url(#shade)"/>
${thing}</svg>`

const drawings = {
  humidifier: scene(
    '#b9c7c9',
    '#a9825c',
    `<path d="M150 110q50-34 100 0l12 138q-62 16-124 0z" fill="#f4f6f5"/><path d="M150 110q50-34 100 0l12 138q-62 16-124 0z" fill="url(#body)"/>
<path d="M141 205q59 14 118 0l3 43q-62 16-124 0z" fill="#dfe5e6"/><circle cx="200" cy="230" r="8" fill="#8fa0a3"/>
<path d="M252 252q60-8 78 10t-40 18-84-6 46-22z" fill="#9fc4d8" opacity=".75"/><path d="M262 256q30-4 44 6" fill="none" stroke="#fff" stroke-width="3" opacity=".7"/>`,
  ),
  laptop: scene(
    '#8c97a8',
    '#6f5a49',
    `<path d="M96 96l196-10 12 132-206 6z" fill="#2b2f36"/><path d="M106 105l178-9 10 114-186 6z" fill="#1c63b7"/>
<path d="M126 124l60-3M126 138l120-6M126 152l96-5M126 166l132-6" stroke="#dbe8f7" stroke-width="5"/>
<path d="M98 224l206-6 44 36q-150 18-296 6z" fill="#c3c8ce"/><path d="M112 230l184-5 26 18q-112 12-232 4z" fill="#8f979f"/>
<path d="M300 250l60 26" stroke="#222" stroke-width="6" stroke-linecap="round"/>`,
  ),
  kettle: scene(
    '#d9cdbb',
    '#7f9a8c',
    `<path d="M140 120h110l22 130q-77 14-154 0z" fill="#c94f3f"/><path d="M140 120h110l22 130q-77 14-154 0z" fill="url(#body)"/>
<path d="M152 120q43-36 86 0z" fill="#a33c2f"/><circle cx="195" cy="98" r="8" fill="#333"/><path d="M140 132l-34-22q-8 22 26 54z" fill="#b5473a"/>
<path d="M252 128q62-4 58 50t-44 48" fill="none" stroke="#333" stroke-width="14" stroke-linecap="round"/><rect x="126" y="246" width="140" height="14" rx="7" fill="#444"/>`,
  ),
} as const

export type DrawingName = keyof typeof drawings

/** The drawing as a JPEG. */
export async function drawPhoto(name: DrawingName): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  const svg = Buffer.from(drawings[name])
  return Uint8Array.from(await sharp(svg, { density: 216 }).flatten().jpeg().toBuffer())
}
