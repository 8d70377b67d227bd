import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { duration } from '#client/duration.ts'
import { timesOf } from '#client/shift-sign-in.ts'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { Field, Form, useText } from '#web/components/Form.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useClock, useDates } from '#web/data/hooks.ts'
import type { HourLine } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { timeOfDay } from '#web/lib/time.ts'
import css from './hours.module.css'
import { useMyHoursWords } from './words.ts'

const looks = {
  proposed: { color: 'orange', icon: 'hourglass' },
  approved: { color: 'green', icon: 'check' },
  refused: { color: 'gray', icon: 'cross' },
  here: { color: 'teal', icon: 'enter' },
  corrected: { color: 'gray', icon: 'history' },
} as const

export function MyLine({ line, corrected }: { line: HourLine; corrected: HourLine | undefined }) {
  const words = useMyHoursWords()
  const hourWords = useHourWords()
  const lang = useLang()
  const name = useName()
  const [objecting, setObjecting] = useState(false)
  const { state, here, minutes, counts, objection, objected } = line
  const off = state === 'refused' || line.corrected
  const look = looks[here ? 'here' : line.corrected ? 'corrected' : state]
  return (
    <article className={css['line']} aria-label={name(line)} data-off={off}>
      <div className={css['what']}>
        <strong>{name(line)}</strong>
        {line.arrival && (
          <span className={css['span']}>
            {here ? hourWords.since(timeOfDay(line.arrival)) : timesOf({ from: line.arrival, until: line.leaving })}
          </span>
        )}
      </div>
      <div className={css['counts']}>
        {!here && <strong>{off ? words.notCounted : duration(counts, lang)}</strong>}
        {!here && (off || counts !== minutes) && (
          <span className={css['span']}>{words.was(duration(minutes, lang))}</span>
        )}
        <Badge color={look.color} leftSection={<Icon name={look.icon} size={14} />}>
          {here ? hourWords.stillHere : line.corrected ? words.replaced : hourWords.states[state]}
        </Badge>
      </div>
      <Evidence line={line} corrected={corrected} />
      {!here && !objected && !line.corrected && (
        <div className={css['object']} data-open={objecting}>
          <KeepFocus>
            {objecting ? (
              <ObjectForm id={line.id} onDone={() => setObjecting(false)} />
            ) : (
              <Button variant="subtle" aria-label={words.objectTo(name(line))} onClick={() => setObjecting(true)}>
                {words.object}
              </Button>
            )}
          </KeepFocus>
        </div>
      )}
      {objection && (
        <Text className={css['said'] ?? ''} size="sm">
          <b>{words.objection}</b> “{objection}”{objected && ` · ${words.objected}`}
        </Text>
      )}
      {line.answer && (
        <Text className={css['said'] ?? ''} size="sm">
          <b>{words.answer}</b> “{line.answer}”
        </Text>
      )}
    </article>
  )
}

function useName(): (line: HourLine) => string {
  const { shift: shiftName, kind: kindName } = useHourWords()
  const { date } = useDates()
  return ({ kind, date: day, shift, what }) => `${date(day)} · ${shift ? shiftName(shift) : what || kindName[kind]}`
}

function Evidence({ line, corrected }: { line: HourLine; corrected: HourLine | undefined }) {
  const words = useMyHoursWords()
  const hourWords = useHourWords()
  const name = useName()
  const clock = useClock()
  const { date } = useDates()
  const { kind, came, left, standing, late, what, ticket, corrects, writtenBy, state, decidedBy, reason } = line
  const facts = [
    kind === 'correction' && (line.shift || what) && hourWords.kind.correction,
    line.shift && what,
    came && !(came === 'written' && writtenBy) && hourWords.came[came],
    left && left !== 'written' && hourWords.leftHow[left],
    standing && hourWords.standing[standing],
    late > 0 && hourWords.late(late),
    line.with && words.withWhom(line.with),
    corrects > 0 && words.corrects(corrected ? name(corrected) : words.earlier),
    line.corrected && words.corrected,
    line.countsOn !== line.date && clock && words.countsOn(date(line.countsOn)),
    writtenBy && words.writtenBy(writtenBy),
    line.ownDecision && words.ownDecision,
    reason && words.reason(reason),
    line.period > 0 && words.closed,
  ].filter((fact) => fact !== false && fact !== '')
  return (
    <div className={css['evidence']}>
      {ticket > 0 && <Link href={`${pages.desk}/tickets/${ticket}`}>{words.ticket(ticket)}</Link>}
      {facts.length > 0 && <span>{facts.join(' · ')}</span>}
      {state !== 'proposed' && decidedBy && decidedBy !== writtenBy && (
        <span className={css['decided']}>
          {words.decided[state](decidedBy)}
          {line.decidedTime && (
            <>
              {' · '}
              <Time at={line.decidedTime} />
            </>
          )}
        </span>
      )}
    </div>
  )
}

function ObjectForm({ id, onDone }: { id: number; onDone: () => void }) {
  const words = useMyHoursWords()
  const text = useText('objection')
  const object = useAction({
    work: () => api.hours.object({ id, objection: text.value.trim() }),
    toast: words.sent,
    onSuccess: onDone,
    onSettled: () => invalidate('hours'),
    fields: { objection: words.objectionLabel },
  })
  return (
    <Form
      action={object}
      submit={words.send}
      onSubmit={() => object.submit()}
      changed={text.value.trim() !== ''}
      onBack={onDone}
    >
      <Field action={object} {...text} about={words.objectionAbout} maxLength={limits.search} autoFocus />
    </Form>
  )
}
