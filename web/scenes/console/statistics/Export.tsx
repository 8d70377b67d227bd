import { SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/data/api.ts'
import { download } from '#web/lib/download.ts'
import { useAction } from '#web/parts/action.ts'
import { Card } from '#web/parts/Card.tsx'
import { Form } from '#web/parts/Form.tsx'
import { say } from '#web/parts/toast-list.ts'
import { useStatisticsWords } from './words.ts'

/** Tickets of any period as a table for spreadsheets. */
export function Export() {
  const { export: words } = useStatisticsWords()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const take = useAction({
    work: () => api.admin.exportTickets({ ...(from && { from }), ...(until && { until }) }),
    after: (text) => {
      const period = [from, until].filter(Boolean).join('_')
      // Reading a text takes its mark off, and without it spreadsheets do not know UTF-8.
      download(`tickets${period && `-${period}`}.csv`, 'text/csv;charset=utf-8', `\uFEFF${text}`)
      say(words.done)
    },
    fields: { from: words.from, until: words.until },
  })
  return (
    <Card title={words.title} about={words.about}>
      <Form of={take} submit={words.submit} onSubmit={() => take.run()}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="date"
            label={words.from}
            description={words.fromAbout}
            value={from}
            error={take.at('from')}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={words.until}
            description={words.untilAbout}
            value={until}
            error={take.at('until')}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </SimpleGrid>
      </Form>
    </Card>
  )
}
