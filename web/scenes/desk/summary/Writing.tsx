import { Button, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/fields.ts'
import { api, queries } from '../../../api.ts'
import { useAction } from '../../../parts/action.ts'
import { Card } from '../../../parts/Card.tsx'
import { TextField } from '../../../parts/Field.tsx'
import { Form } from '../../../parts/Form.tsx'
import { say } from '../../../parts/toasts.ts'
import { useSummaryWords } from '../../../words/summary.ts'

type Draft = Awaited<ReturnType<typeof api.conclusions.draft>>

const facts = ['created', 'claimed', 'repaired', 'retrieved', 'waiting'] as const

/** The numbers of a shift and the words about it. */
export function Writing({ draft: { week, shift, conclusion, written, facts: counted } }: { draft: Draft }) {
  const words = useSummaryWords()
  const [text, setText] = useState(written || conclusion)
  const hand = useAction({
    work: () => api.conclusions.write({ week, shift, conclusion: text.trim() }),
    after: () => {
      say(words.handed)
      return queries.invalidateQueries({ queryKey: ['summary'] })
    },
    fields: { conclusion: words.text },
  })
  return (
    <>
      <Card title={words.facts}>
        <SimpleGrid cols={{ base: 3, sm: 5 }} spacing="xs" component="dl" m={0}>
          {facts.map((fact) => (
            <div key={fact} style={{ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' }}>
              <Text component="dt" size="sm" c="dimmed">
                {words.fact[fact]}
              </Text>
              <Text component="dd" m={0} size="xl" fw={650}>
                {counted[fact]}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </Card>
      <Form
        of={hand}
        submit={words.hand}
        onSubmit={() => hand.run()}
        beside={
          text !== conclusion && (
            <Button variant="default" onClick={() => setText(conclusion)}>
              {words.backToDraft}
            </Button>
          )
        }
      >
        <TextField
          of={hand}
          name="conclusion"
          value={text}
          onText={setText}
          rows={8}
          maxLength={limits.text}
          about={written ? words.writtenAbout : words.draftAbout}
        />
      </Form>
    </>
  )
}
