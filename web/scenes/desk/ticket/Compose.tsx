import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { noteTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { CommentForm } from '#web/parts/CommentForm.tsx'
import { useDeskTicketWords } from './words.ts'

type Audience = 'comment' | 'internal'

/** A comment with photos that the owner sees, or a note that only members see. */
export function Compose({ id }: { id: number }) {
  const words = useDeskTicketWords()
  const [audience, setAudience] = useState<Audience>('comment')
  const about = <Text variant="secondary">{words.internalAbout}</Text>
  return (
    <CommentForm
      id={id}
      label={words.content}
      type={noteTypes[audience]}
      noPhotos={audience === 'internal' && about}
      maxLength={limits.text}
    >
      <SegmentedControl<Audience>
        aria-label={words.audience}
        value={audience}
        onChange={setAudience}
        data={[
          { value: 'comment', label: words.comment },
          { value: 'internal', label: words.internal },
        ]}
      />
    </CommentForm>
  )
}
