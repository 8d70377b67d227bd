import { Anchor, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayText as dayOf, timeOfDay, weekday, weekdayAndDate } from '#web/lib/time.ts'
import { Card } from './Card.tsx'
import { FoldedCard } from './FoldedCard.tsx'
import css from './week.module.css'
import { useWeekWords } from './week-words.ts'

/**
 * When the team is there in the seven days from today on. A team that has no hours has nothing to show. With `folds` a
 * phone shows only today until it is opened.
 */
export function WeekHours({ folds = false }: { folds?: boolean }) {
  const words = useWeekWords()
  const lang = useLang()
  const week = useQuery(queries.duty.week())
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  if (!week.data?.list.some(({ open, closed }) => open.length > 0 || closed)) return null
  const [today] = week.data.list
  const times = today?.open.map(({ from, until }) => `${timeOfDay(from)}–${timeOfDay(until)}`).join(words.comma)
  const content = (
    <>
      <dl className={css['week']}>
        {week.data.list.map(({ date, weekday: day, open, closed }, place) => (
          <div key={date} data-today={place === 0}>
            <dt>
              {weekday(day, lang, 'short')}
              {place === 0 && <Text span size="sm">{` · ${dayOf(date, lang, date)}`}</Text>}
            </dt>
            <dd>
              {open.map(({ from, until, place: where }) => (
                <span key={from}>
                  <span className={until.startsWith(date) ? css['moment'] : undefined}>
                    {timeOfDay(from)}–{!until.startsWith(date) && `${weekdayAndDate(until, lang, date)} `}
                    {timeOfDay(until)}
                  </span>
                  {where && ` ${where}`}
                </span>
              ))}
              {open.length === 0 && <span className={css['none']}>{closed || words.none}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <Anchor href="/duty/calendar.ics" size="sm" underline="always">
          {words.subscribe}
        </Anchor>
      </p>
    </>
  )
  if (!folds || isWide || !today) return <Card title={words.title}>{content}</Card>
  return (
    <FoldedCard
      title={words.title}
      about={capitalised(`${dayOf(today.date, lang, today.date)} ${times || today.closed || words.none}`)}
    >
      {content}
    </FoldedCard>
  )
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
