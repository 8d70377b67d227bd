import { Button, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { TextField } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useSummaryWords } from './words.ts'

type Draft = Awaited<ReturnType<typeof api.conclusions.draft>>

const facts = ['created', 'claimed', 'repaired', 'retrieved', 'waiting'] as const

export function SummaryForm({ draft: { week, shift, conclusion, written, facts: counted } }: { draft: Draft }) {
  const words = useSummaryWords()
  // Until something is typed, show the draft in the page's language.
  const [typed, setText] = useState<string>()
  const text = typed ?? (written || conclusion)
  const [handed, setHanded] = useState(written)
  const hand = useAction({
    work: (sent: string) => api.conclusions.write({ week, shift, conclusion: sent }),
    toast: words.handed,
    onSuccess: (_, sent) => {
      setHanded(sent)
      return invalidate('conclusions')
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
        action={hand}
        submit={words.hand}
        onSubmit={() => hand.submit(text.trim())}
        changed={text.trim() !== (handed || conclusion).trim()}
        beside={
          text !== conclusion && (
            <Button variant="default" onClick={() => setText(conclusion)}>
              {words.backToDraft}
            </Button>
          )
        }
      >
        <TextField
          action={hand}
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
