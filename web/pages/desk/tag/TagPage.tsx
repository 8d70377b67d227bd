import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { LinkButton } from '#web/components/buttons.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { Printed } from '#web/components/print/Printed.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { Time } from '#web/components/Time.tsx'
import { useWords } from '#web/components/words.ts'
import { useCodeNames, useTeam } from '#web/data/hooks.ts'
import { queries, type TicketInfo } from '#web/data/queries.ts'
import { TicketMissing } from '#web/pages/desk/ticket/TicketMissing.tsx'
import css from './tag.module.css'
import { useTagWords } from './words.ts'

const papers = { label: '62mm 100mm', a6: '105mm 148mm' } as const
type Paper = keyof typeof papers

export function TagPage() {
  const words = useTagWords()
  const id = Number(useParams()['id'])
  const query = useQuery(queries.tickets.info(id))
  if (query.isPending) return <Loading />
  if (query.isError) return <TicketMissing title={words.title(id)} query={query} />
  return <Printable ticket={query.data} />
}

function Printable({ ticket }: { ticket: TicketInfo }) {
  const { print } = useWords()
  const words = useTagWords()
  const [paper, setPaper] = useState<Paper>('label')
  return (
    <Page title={words.title(ticket.id)} about={words.about}>
      <Group>
        <SegmentedChoice<Paper>
          aria-label={words.size}
          value={paper}
          onChange={setPaper}
          data={[
            { value: 'label', label: words.label },
            { value: 'a6', label: words.a6 },
          ]}
        />
        <Button leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()}>
          {print}
        </Button>
        <LinkButton href={`/desk/tickets/${ticket.id}`}>{words.back}</LinkButton>
      </Group>
      <div className={css['preview']} data-paper={paper}>
        <Tag ticket={ticket} />
      </div>
      <Printed page={`size: ${papers[paper]}; margin: 0`}>
        <div className={css['sheet']} data-paper={paper}>
          <Tag ticket={ticket} />
        </div>
      </Printed>
    </Page>
  )
}

/** A tag has no name and no phone number, because it lies in a room that many people walk through. */
function Tag({ ticket }: { ticket: TicketInfo }) {
  const { appName } = useWords()
  const words = useTagWords()
  const team = useTeam()
  const codeName = useCodeNames()
  const { id, device, deviceModel, accessories, createdTime, link } = ticket
  return (
    <div className={css['tag']}>
      <div className={css['team']}>{team.data?.name || appName}</div>
      <div className={css['number']} style={{ fontSize: `min(var(--number), ${130 / String(id).length}cqw)` }}>
        {id}
      </div>
      <div className={css['code']}>
        <Qr text={link} label={words.code(id)} size={400} />
      </div>
      <div className={css['device']}>
        {device}
        {deviceModel && <span> · {deviceModel}</span>}
      </div>
      {accessories.length > 0 && (
        <div className={css['with']}>
          {words.with}
          {accessories.map((code) => codeName('accessory', code)).join(' · ')}
        </div>
      )}
      <div className={css['date']}>
        {words.in} <Time at={createdTime} only="date" />
      </div>
    </div>
  )
}
