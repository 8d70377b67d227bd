import { Text } from '@mantine/core'
import { useState } from 'react'
import { noteTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { CommentForm } from '#web/components/CommentForm.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import css from './ticket.module.css'
import { useDeskTicketWords } from './words.ts'

type Audience = 'comment' | 'internal'

/** A comment for the owner or an internal note. The form looks different for a note. */
export function ComposeNote({ id }: { id: number }) {
  const words = useDeskTicketWords()
  const [audience, setAudience] = useState<Audience>('comment')
  return (
    <div className={css['compose']} data-internal={audience === 'internal'}>
      <CommentForm
        id={id}
        label={words.content}
        type={noteTypes[audience]}
        submit={words.send[audience]}
        maxLength={limits.text}
      >
        <SegmentedChoice<Audience>
          aria-label={words.audience}
          value={audience}
          onChange={setAudience}
          data={[
            { value: 'comment', label: words.comment },
            { value: 'internal', label: words.internal },
          ]}
        />
        <Text variant="secondary" role="status">
          {words.audienceAbout[audience]}
        </Text>
      </CommentForm>
    </div>
  )
}
