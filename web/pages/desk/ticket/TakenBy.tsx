import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type CollectionProof, collectionProofs } from '#contract/counter/custody-fields.ts'
import { limits } from '#contract/limits.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Field } from '#web/components/Field.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useCustodyWords } from './custody-words.ts'
import { SignatureField } from './SignatureField.tsx'

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
