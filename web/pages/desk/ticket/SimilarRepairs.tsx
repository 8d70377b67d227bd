import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { iconOf } from '#client/chip.ts'
import { isOpen } from '#client/progress.ts'
import { pages } from '#contract/team/pages.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useOutcomeWords } from '#web/components/outcome-words.ts'
import { Time } from '#web/components/Time.tsx'
import { useCodeNames } from '#web/data/hooks.ts'
import { queries, type SimilarTickets, type TicketInfo } from '#web/data/queries.ts'
import css from './seen-before.module.css'
import { useClosingWords } from './words.ts'

/** Loaded after the ticket itself. */
export function SimilarRepairs({ ticket }: { ticket: TicketInfo }) {
  const words = useClosingWords()
  const similar = useQuery({ ...queries.tickets.similar(ticket.id), enabled: isOpen(ticket) })
  const list = similar.data?.list ?? []
  if (list.length === 0) return null
  return (
    <Paper component="section" withBorder px="md" py={4} aria-label={words.seen}>
      <details>
        <summary>
          <Title c="var(--mantine-color-text)">{words.seen}</Title>
          <span className={css['count']}>{words.seenCount(list.length)}</span>
        </summary>
        <Stack pb="sm">
          <Text variant="secondary">{words.seenAbout}</Text>
          <ul className={css['list']}>
            {list.map((one) => (
              <SimilarRepair key={one.id} of={one} />
            ))}
          </ul>
        </Stack>
      </details>
    </Paper>
  )
}

function SimilarRepair({ of }: { of: SimilarTickets['list'][number] }) {
  const words = useClosingWords()
  const names = useOutcomeWords()
  const codeName = useCodeNames()
  const { id, device, deviceModel, description, status, outcome, remedy, workers, finishedTime } = of
  const ended = outcome ? names.outcomes[outcome] : codeName('status', status)
  return (
    <li>
      <span className={css['head']}>
        <Icon name={iconOf(status)} size={18} />
        <TextLink href={`${pages.desk}/tickets/${id}`} className={css['number'] ?? ''}>
          #{id} {[device, deviceModel].filter(Boolean).join(' ')}
        </TextLink>
      </span>
      {description && <span className={css['fault']}>{description}</span>}
      {remedy ? (
        <span>{remedy}</span>
      ) : (
        <Text span c="dimmed">
          {words.noRemedy}
        </Text>
      )}
      <Text span variant="secondary">
        {[ended, ...workers.map(({ name }) => name)].join(' · ')} · <Time at={finishedTime} only="day" />
      </Text>
    </li>
  )
}
