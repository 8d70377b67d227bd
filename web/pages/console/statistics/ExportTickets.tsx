import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { api } from '#web/data/api.ts'
import { download } from '#web/lib/download.ts'
import { useStatisticsWords } from './words.ts'

export function ExportTickets() {
  const { export: words } = useStatisticsWords()
  const [period, setPeriod] = useState({ from: '', until: '' })
  const { from, until } = period
  const take = useAction({
    work: () => api.admin.exportTickets({ ...(from && { from }), ...(until && { until }) }),
    toast: words.done,
    onSuccess: (text) => {
      const days = [from, until].filter(Boolean).join('_')
      // Decoding a text removes its byte order mark, which spreadsheets need to detect UTF-8.
      download(`tickets${days && `-${days}`}.csv`, 'text/csv;charset=utf-8', `\uFEFF${text}`)
    },
    fields: { from: words.from, until: words.until },
  })
  const field = fieldsOf(take, period, setPeriod)
  return (
    <Card title={words.title} about={words.about}>
      <Form action={take} submit={words.submit} onSubmit={() => take.submit()}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Field type="date" {...field('from')} about={words.fromAbout} />
          <Field type="date" {...field('until')} about={words.untilAbout} />
        </SimpleGrid>
      </Form>
    </Card>
  )
}
