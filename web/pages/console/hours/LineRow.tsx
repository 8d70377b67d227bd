import { Badge, Button, Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '#web/components/buttons.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Icon } from '#web/components/Icon.tsx'
import { useWords } from '#web/components/words.ts'
import type { HourLine } from '#web/data/queries.ts'
import { timeOfDay } from '#web/lib/time.ts'
import { useApproval } from './approval.ts'
import { useDayText, useMinutes } from './hooks.ts'
import css from './hours.module.css'
import { AnswerObjection, CorrectLine } from './LineForms.tsx'
import { isCorrectable, isDecidable, isDecidableWithOthers } from './selection.ts'
import { useConsoleHourWords } from './words.ts'

const colours = { proposed: 'orange', approved: 'green', refused: 'red' } as const

interface Props {
  line: HourLine
  chosen: boolean
  /** `withRange` also selects all lines since the last one. */
  toggle: (withRange: boolean) => void
  open: boolean
  setOpen: (open: boolean) => void
}

export function LineRow({ line, chosen, toggle, open, setOpen }: Props) {
  const words = useConsoleHourWords()
  const dayText = useDayText()
  const titleOf = useLineTitle()
  const { id, date, objected } = line
  const [answering, setAnswering] = useState(false)
  const name = line.name || words.erased(line.member)
  const day = dayText(date)
  const title = [name, day, titleOf(line)].join(words.and)
  const form = open ? 'correct' : objected && answering ? 'answer' : undefined
  const openForm = (which?: 'correct' | 'answer') => {
    setOpen(which === 'correct')
    setAnswering(which === 'answer')
  }
  return (
    <div className={css['line']} data-line={id} data-chosen={chosen}>
      {isDecidable(line) ? (
        <Checkbox
          className={css['check'] ?? ''}
          data-choose
          aria-label={words.choose(title)}
          checked={chosen}
          // The change event of a checkbox carries the click or key event that caused it.
          onChange={({ nativeEvent }) => toggle((nativeEvent as unknown as MouseEvent).shiftKey)}
        />
      ) : (
        <span className={css['check']} />
      )}
      <div className={css['who']}>
        <strong>{name}</strong>
        <time dateTime={date}>{day}</time>
      </div>
      <div className={css['rest']}>
        <LineEvidence line={line} />
        <Objection line={line} name={name} />
      </div>
      {!line.here && <LineCounts line={line} />}
      <LineButtons line={line} title={title} open={open} answering={answering} openForm={openForm} />
      {form && (
        <div className={css['form']}>
          {form === 'correct' ? (
            <CorrectLine line={line} done={() => setOpen(false)} />
          ) : (
            <AnswerObjection id={id} done={() => setAnswering(false)} />
          )}
        </div>
      )}
    </div>
  )
}

function Objection({ line: { objection, objected, answer }, name }: { line: HourLine; name: string }) {
  const words = useConsoleHourWords()
  if (!objection) return null
  return (
    <div className={css['objection']} data-open={objected}>
      <Icon name="message" size={16} />
      <Text size="sm">
        <strong>{words.objection(name)}</strong> {objection}
        {answer && ` ${words.answer(answer)}`}
      </Text>
    </div>
  )
}

function LineCounts({ line: { state, minutes, counts, corrected, period } }: { line: HourLine }) {
  const words = useConsoleHourWords()
  const hours = useHourWords()
  const inWords = useMinutes()
  return (
    <div className={css['counts']}>
      <Group component="span" className={css['state'] ?? ''} gap="4px 8px">
        {corrected ? (
          // A corrected line no longer needs its decision.
          <Badge variant="default">{words.corrected}</Badge>
        ) : (
          <Badge
            variant={state === 'approved' ? 'default' : 'light'}
            color={colours[state]}
            {...(state === 'proposed' ? { leftSection: <Icon name="hourglass" size={14} /> } : {})}
          >
            {hours.states[state]}
          </Badge>
        )}
        <strong>{inWords(counts)}</strong>
      </Group>
      {minutes !== counts && <span>{words.asItWas(inWords(minutes))}</span>}
      {period > 0 && <span>{words.inClosed}</span>}
    </div>
  )
}

interface LineButtonsProps {
  line: HourLine
  title: string
  open: boolean
  answering: boolean
  openForm: (which?: 'correct' | 'answer') => void
}

function LineButtons({ line, title, open, answering, openForm }: LineButtonsProps) {
  const shell = useWords()
  const words = useConsoleHourWords()
  const approve = useApproval(() => Promise.resolve([line.id]))
  return (
    <div className={css['act']}>
      {line.state === 'proposed' && isDecidableWithOthers(line) && !open && (
        <ActionButton action={approve} variant="light" aria-label={words.approveThis(title)}>
          {words.approve}
        </ActionButton>
      )}
      {line.objected && !answering && (
        <Button variant="subtle" aria-label={words.leaveThis(title)} onClick={() => openForm('answer')}>
          {words.leave}
        </Button>
      )}
      {isCorrectable(line) && (
        <Button
          variant="subtle"
          data-correct
          aria-expanded={open}
          aria-label={open ? `${shell.close}: ${title}` : words.correctThis(title)}
          onClick={() => openForm(open ? undefined : 'correct')}
        >
          {open ? shell.close : words.correct}
        </Button>
      )}
    </div>
  )
}

function useLineTitle(): (line: HourLine) => string {
  const words = useConsoleHourWords()
  const hours = useHourWords()
  return ({ kind, shift, what, ticket, corrects }) => {
    if (shift) return hours.shift(shift)
    if (what) return what
    if (ticket > 0) return words.ticket(ticket)
    return corrects > 0 ? words.corrects : hours.kind[kind]
  }
}

function ShiftSpan({ line: { arrival, leaving } }: { line: HourLine }) {
  if (!arrival) return null
  return (
    <span className={css['times']}>
      <time dateTime={arrival.slice(0, 19)}>{timeOfDay(arrival)}</time>–
      {leaving && <time dateTime={leaving.slice(0, 19)}>{timeOfDay(leaving)}</time>}
    </span>
  )
}

function LineEvidence({ line }: { line: HourLine }) {
  const words = useConsoleHourWords()
  const hours = useHourWords()
  const titleOf = useLineTitle()
  const { here, late, standing, left, came, kind } = line
  const facts = [
    here && hours.stillHere,
    late > 0 && hours.late(late),
    standing && standing !== 'rostered' && hours.standing[standing],
    left === 'forgotten' && words.notSignedOut,
  ].filter(Boolean)
  const history = [
    kind === 'correction' && (line.shift || line.what) && words.corrects,
    came && came !== 'written' && hours.came[came],
    left && left !== 'written' && left !== 'forgotten' && hours.leftHow[left],
    line.with && words.withWhom(line.with),
    line.writtenBy && words.writtenBy(line.writtenBy),
    line.decidedBy && line.decidedBy !== line.writtenBy && words.decidedBy(line.decidedBy),
    line.ownDecision && words.ownDecision,
  ].filter(Boolean)
  return (
    <div>
      <Group gap="2px 8px">
        <span>{titleOf(line)}</span>
        <ShiftSpan line={line} />
        {facts.map((fact) => (
          <Badge key={String(fact)} variant="default" h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
            {fact}
          </Badge>
        ))}
      </Group>
      {history.length > 0 && <Text variant="secondary">{history.join(words.and)}</Text>}
      {line.reason && <Text variant="secondary">{words.because(line.reason)}</Text>}
    </div>
  )
}
