export type Reach = 'machine' | 'network' | 'everybody'

const machine = [/^localhost$/, /\.localhost$/, /^127\.[\d.]+$/, /^0\.0\.0\.0$/, /^\[::1?\]$/]
const network = [
  /^10\.[\d.]+$/,
  /^192\.168\.[\d.]+$/,
  /^172\.(?:1[6-9]|2\d|3[01])\.[\d.]+$/,
  /^169\.254\.[\d.]+$/,
  /^\[f[cd]/,
  /^\[fe[89ab]/,
  /\.(?:local|lan|internal|home\.arpa)$/,
  /^[^.[]+$/,
]

export function reachOf(address: string): Reach {
  const host = URL.parse(address)?.hostname ?? ''
  if (machine.some((one) => one.test(host))) return 'machine'
  return network.some((one) => one.test(host)) ? 'network' : 'everybody'
}
