import { useEffect, useRef } from 'react'
import type { BoardInfo } from './board-info.ts'
import { isNewCall } from './paging.ts'

const rate = 22_050
const seconds = 1.6
/** Two strokes of a bell: when each begins, and its tone in hertz. */
const strokes = [
  { at: 0, tone: 880 },
  { at: 0.35, tone: 660 },
] as const

/** A recording of a bell with one channel of 16 bits, in the format WAV. */
function recording(): Blob {
  const samples = Int16Array.from({ length: rate * seconds }, (_, i) => {
    const level = strokes.reduce((sum, { at, tone }) => {
      const since = i / rate - at
      return since < 0 ? sum : sum + Math.sin(2 * Math.PI * tone * since) * Math.exp(-4 * since)
    }, 0)
    return (level / strokes.length) * 32_767
  })
  const head = new DataView(new ArrayBuffer(44))
  const write = (place: number, text: string) => {
    for (const [i, letter] of [...text].entries()) head.setUint8(place + i, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  head.setUint32(4, 36 + samples.byteLength, true)
  write(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, 2 * rate, true)
  head.setUint16(32, 2, true)
  head.setUint16(34, 16, true)
  write(36, 'data')
  head.setUint32(40, samples.byteLength, true)
  return new Blob([head, samples], { type: 'audio/wav' })
}

let bell: HTMLAudioElement | undefined

/** Browsers play it after a touch or a key on the page, or if they were started to allow sound; else it stays silent. */
function ring(): void {
  bell ??= new Audio(URL.createObjectURL(recording()))
  bell.play().catch(() => {})
}

/** Rings once when numbers are called after the display has opened. */
export function useBell(calls: BoardInfo['queue']['calls']): void {
  const known = useRef(calls)
  useEffect(() => {
    if (isNewCall(known.current, calls)) ring()
    known.current = calls
  }, [calls])
}
