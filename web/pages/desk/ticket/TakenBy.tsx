import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type CollectionProof, collectionProofs } from '#contract/counter/custody-fields.ts'
import { limits } from '#contract/limits.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Field } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useCustodyWords } from './custody-words.ts'
import css from './signature.module.css'

export interface Taker {
  readonly other: boolean
  readonly name: string
  readonly shown: CollectionProof | ''
  readonly signature: Blob | undefined
}

export function TakenBy({ of, taker, change }: { of: FieldInfo; taker: Taker; change: (to: Partial<Taker>) => void }) {
  const words = useCustodyWords()
  const [signs, setSigns] = useState(false)
  return (
    <>
      <Checkbox
        label={words.someoneElse}
        checked={taker.other}
        onChange={(event) => change({ other: event.currentTarget.checked })}
      />
      {taker.other && (
        <Field
          action={of}
          name="to"
          value={taker.name}
          onText={(name) => change({ name })}
          maxLength={limits.name}
          autoComplete="off"
          autoFocus
        />
      )}
      <NativeSelect
        label={words.shown}
        value={taker.shown}
        onChange={({ currentTarget: { value } }) =>
          change({ shown: collectionProofs.find((one) => one === value) ?? '' })
        }
        data={(['', ...collectionProofs] as const).map((value) => ({ value, label: words.shownBy[value] }))}
      />
      {signs ? (
        <SignatureField onDrawn={(signature) => change({ signature })} />
      ) : (
        <Button variant="default" leftSection={<Icon name="pencil" size={18} />} onClick={() => setSigns(true)}>
          {words.sign}
        </Button>
      )}
    </>
  )
}

/** The stored size; on the screen the width follows the layout. */
const width = 800
const height = 300

function SignatureField({ onDrawn }: { onDrawn: (picture: Blob | undefined) => void }) {
  const words = useCustodyWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const draw = ({ nativeEvent: event, type, buttons }: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d')
    if (!pen || (type === 'pointermove' && buttons === 0)) return
    const scale = width / (canvas.current?.clientWidth || width)
    const [x, y] = [event.offsetX * scale, event.offsetY * scale]
    if (type === 'pointerdown') {
      // The line continues when the finger leaves the field.
      canvas.current?.setPointerCapture(event.pointerId)
      pen.lineWidth = 5
      pen.lineCap = pen.lineJoin = 'round'
      pen.beginPath()
      pen.moveTo(x, y)
    }
    pen.lineTo(x, y)
    pen.stroke()
  }
  const keep = () => canvas.current?.toBlob((picture) => onDrawn(picture ?? undefined), 'image/png')
  useEffect(() => wipe(canvas.current), [])
  return (
    <Stack gap="xs" align="flex-start">
      <Text variant="secondary">{words.signAbout}</Text>
      <canvas
        ref={canvas}
        role="img"
        aria-label={words.signature}
        className={css['signature']}
        width={width}
        height={height}
        onPointerDown={draw}
        onPointerMove={draw}
        onPointerUp={keep}
      />
      <Button
        variant="default"
        onClick={() => {
          wipe(canvas.current)
          onDrawn(undefined)
        }}
      >
        {words.clear}
      </Button>
    </Stack>
  )
}

/** Fills the canvas with white: transparent areas would be stored as black. */
function wipe(field: HTMLCanvasElement | null): void {
  const pen = field?.getContext('2d')
  if (!pen) return
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
}
