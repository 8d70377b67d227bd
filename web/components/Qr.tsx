import { memo } from 'react'
import { encode } from 'uqr'
import { useWords } from './words.ts'

/** A QR code, always dark on white with a quiet zone, as scanners need it. */
export const Qr = memo(function Qr({ text, label, size = 208 }: { text: string; label: string; size?: number }) {
  const words = useWords()
  const { data, size: modules } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={words.qr(label)}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8, maxWidth: '100%' }}
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
})
