import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form, useText } from '#web/components/Form.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { StarChoice, Stars } from '#web/components/Stars.tsx'
import { invalidate } from '#web/data/api.ts'
import type { OwnersTicket } from '#web/data/queries.ts'
import { useBecameWords } from './became-words.ts'

type Send = (rating: { stars: number; content: string }) => Promise<unknown>

/** Asks for a rating after the device was collected, and shows it from then on. */
export function RateRepair({ of: { rating, moves }, send }: { of: OwnersTicket; send: Send }) {
  const words = useBecameWords()
  const mayRate = moves.some(({ action }) => action === 'rate')
  if (!rating && !mayRate) return null
  return (
    <KeepFocus>
      {rating ? (
        <Card title={words.yours} about={words.yoursAbout}>
          <Stars of={rating.stars} />
          {rating.content && <Text style={{ overflowWrap: 'anywhere' }}>{rating.content}</Text>}
        </Card>
      ) : (
        <Card title={words.rate} about={words.rateAbout}>
          <Ask send={send} />
        </Card>
      )}
    </KeepFocus>
  )
}

function Ask({ send }: { send: Send }) {
  const words = useBecameWords()
  const [stars, setStars] = useState(0)
  const content = useText('content')
  const [missing, setMissing] = useState(false)
  const choice = useRef<HTMLDivElement>(null)
  const rate = useAction({
    work: () => send({ stars, content: content.value.trim() }),
    toast: words.thanks,
    onSettled: () => invalidate('tickets', 'receipts'),
    fields: { content: words.content },
  })
  const ask = () => {
    setMissing(true)
    choice.current?.querySelector('input')?.focus()
  }
  return (
    <Form
      action={rate}
      submit={words.send}
      onSubmit={() => (stars === 0 ? ask() : rate.submit())}
      changed={content.value.trim() !== '' && !rate.done}
    >
      <div ref={choice}>
        <StarChoice legend={words.stars} names={words.levels} value={stars} onStars={setStars} />
        <ErrorAlert>{missing && stars === 0 ? words.choose : undefined}</ErrorAlert>
      </div>
      <Field action={rate} {...content} about={words.contentAbout} maxLength={limits.search} autoComplete="off" />
    </Form>
  )
}
