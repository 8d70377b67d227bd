import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { spanText } from '#client/repair-days.ts'
import { textIn } from '#contract/languages.ts'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import type { DayHelpers } from '#contract/repair-days/helper-fields.ts'
import { Icon } from '#web/components/Icon.tsx'
import { useLetterhead } from '#web/components/print/letterhead.ts'
import { Printed } from '#web/components/print/Printed.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { repairDayAddress } from '#web/components/repair-days/address.ts'
import { useKindName } from '#web/components/repair-days/DayFacts.tsx'
import { useRoleName } from '#web/components/repair-days/role-name.ts'
import { useRepairDayWords } from '#web/components/repair-days/words.ts'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { fullDate } from '#web/lib/time.ts'
import css from './paper.module.css'
import { usePlanWords } from './words.ts'

const papers = ['poster', 'signs', 'sheet'] as const
type PaperKind = (typeof papers)[number]

/** What is printed for a day: a poster, signs for the tables, and the list of helpers. */
export function Paper({ day }: { day: PlannedDay }) {
  const words = usePlanWords()
  const [kind, setKind] = useState<PaperKind>('poster')
  const roles = useQuery(queries.repairDays.helpers(day.id)).data?.roles ?? []
  const about = { poster: words.posterAbout, signs: words.signsAbout, sheet: words.sheetAbout }[kind]
  const content = {
    poster: <Poster day={day} />,
    signs: roles.map((role) => <Sign key={role.id} role={role} />),
    sheet: <HelperSheet day={day} roles={roles} />,
  }[kind]
  const empty = kind !== 'poster' && roles.length === 0
  return (
    <>
      <SegmentedChoice<PaperKind>
        aria-label={words.paper}
        value={kind}
        onChange={setKind}
        data={papers.map((value) => ({ value, label: words[value] }))}
      />
      <Text>{empty ? words.noRoles : about}</Text>
      {!empty && (
        <>
          <Group>
            <Button leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()}>
              {words.print}
            </Button>
          </Group>
          <div className={css['preview']} aria-hidden="true">
            {content}
          </div>
          <Printed page="size: A4; margin: 0">{content}</Printed>
        </>
      )}
    </>
  )
}

function usePlace(day: PlannedDay): string {
  const lang = useLang()
  const { place } = useLetterhead()
  return textIn(day.place.name, lang) || place
}

function Poster({ day }: { day: PlannedDay }) {
  const words = usePlanWords()
  const { refused: refusedWord } = useRepairDayWords()
  const lang = useLang()
  const kindName = useKindName()
  const { team, url } = useLetterhead()
  const place = usePlace(day)
  const address = url + repairDayAddress(day.id)
  const refused = day.refused.map(({ what }) => textIn(what, lang)).filter(Boolean)
  return (
    <div className={css['poster']}>
      <span className={css['team']}>{team}</span>
      <strong className={css['title']}>{textIn(day.title, lang)}</strong>
      <span className={css['when']}>
        {fullDate(day.from, lang)}
        <br />
        {spanText(day)}
      </span>
      {place && <span className={css['where']}>{place}</span>}
      <span className={css['about']}>{textIn(day.about, lang)}</span>
      <span className={css['about']}>{day.kinds.map(kindName).join(' · ')}</span>
      <div className={css['book']}>
        <Qr text={address} label={textIn(day.title, lang)} />
        <div>
          <strong>{words.posterScan}</strong>
          <span className={css['address']}>{address.replace(/^https?:\/\//, '')}</span>
          <span>{words.posterWalkIn}</span>
        </div>
      </div>
      {refused.length > 0 && (
        <span className={css['small']}>
          {refusedWord}: {refused.join(' · ')}
        </span>
      )}
    </div>
  )
}

type Role = DayHelpers['roles'][number]

/** The name stands on both halves, because the sheet is folded. */
function Sign({ role }: { role: Role }) {
  const name = useRoleName()(role)
  const { team } = useLetterhead()
  const half = (
    <>
      <strong>{name}</strong>
      <span>{team}</span>
    </>
  )
  return (
    <div className={css['sign']}>
      <div>{half}</div>
      <div>{half}</div>
    </div>
  )
}

function HelperSheet({ day, roles }: { day: PlannedDay; roles: readonly Role[] }) {
  const words = usePlanWords()
  const lang = useLang()
  const roleName = useRoleName()
  const place = usePlace(day)
  return (
    <div className={css['helpers']}>
      <strong>{textIn(day.title, lang)}</strong>
      <span>
        {fullDate(day.from, lang)} {spanText(day)} {place}
      </span>
      <table>
        <thead>
          <tr>
            <th>{words.heads.role}</th>
            <th>{words.heads.name}</th>
            <th>{words.signature}</th>
          </tr>
        </thead>
        <tbody>
          {roles.flatMap((role) =>
            linesOf(role).map(({ key, name }, i) => (
              <tr key={key}>
                <td>{i === 0 && roleName(role)}</td>
                <td>{name}</td>
                <td />
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The helpers with a place, and an empty line for each free one. */
function linesOf({ id, helpers, free }: Role): { key: string; name: string }[] {
  const signed = helpers.filter(({ state }) => state === 'signed')
  return [
    ...signed.map(({ member, name }) => ({ key: `${id}-${member}`, name })),
    ...Array.from({ length: free }, (_, i) => ({ key: `${id}-free-${i}`, name: '' })),
  ]
}
