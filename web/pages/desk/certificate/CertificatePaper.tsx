import { Fragment } from 'react'
import { duration } from '#client/duration.ts'
import { langs, languages, textIn } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { Qr } from '#web/components/Qr.tsx'
import { useWords } from '#web/components/words.ts'
import { longDate } from '#web/lib/time.ts'
import css from './certificate.module.css'
import { type CertificateText, cell, type PaperWords, paperWords } from './paper-words.ts'

const kinds = ['shift', 'work', 'ticket', 'correction'] as const

/** In both languages. More than four periods use smaller rows, so that twelve fit on one sheet. */
export function CertificatePaper({ of }: { of: CertificateText }) {
  const { appName } = useWords()
  const { periods, sums } = of
  const team = of.team || appName
  const [from, until] = [periods[0]?.from ?? '', periods.at(-1)?.until ?? '']
  return (
    <div className={css['paper']} data-many={periods.length > 4}>
      <div className={css['frame']}>
        <p className={css['team']}>{team}</p>
        <h2 className={css['title']}>
          <StackedLanguages of={({ title }) => title} />
        </h2>
        {langs.map((lang) => {
          const words = paperWords[lang]
          const about = [of.stuid && words.stuid(of.stuid), of.college, of.class].filter(Boolean)
          return (
            <p key={lang} lang={languages[lang].tag} className={css['text']}>
              {words.text({
                name: of.name,
                about,
                team,
                from: longDate(from, lang),
                until: longDate(until, lang),
                total: duration(sums.total, lang),
              })}
            </p>
          )
        })}
        <HoursTable of={of} />
        <Foot of={of} />
      </div>
    </div>
  )
}

function HoursTable({ of: { periods, sums } }: { of: CertificateText }) {
  const everySum = [sums, ...periods.map((period) => period.sums)]
  const shown = kinds.filter((kind) => kind === 'shift' || everySum.some((one) => one[kind] !== 0))
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th scope="col">
            <StackedLanguages of={({ period }) => period} />
          </th>
          {shown.map((kind) => (
            <th key={kind} scope="col">
              <StackedLanguages of={(words) => words.kinds[kind]} />
            </th>
          ))}
          <th scope="col">
            <StackedLanguages of={({ total }) => total} />
          </th>
        </tr>
      </thead>
      <tbody>
        {periods.map((period) => (
          <tr key={`${period.name} ${period.until}`}>
            <th scope="row">
              <strong>{period.name}</strong>
              <span className={css['days']}>
                {period.from} – {period.until}
              </span>
            </th>
            {shown.map((kind) => (
              <td key={kind}>{cell(period.sums[kind])}</td>
            ))}
            <td>{cell(period.sums.total)}</td>
          </tr>
        ))}
      </tbody>
      {periods.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">
              <InlineLanguages of={({ total }) => total} />
            </th>
            {shown.map((kind) => (
              <td key={kind}>{cell(sums[kind])}</td>
            ))}
            <td>{cell(sums.total)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function Foot({ of: { number, url, signatory, issuedTime } }: { of: CertificateText }) {
  return (
    <div className={css['foot']}>
      <div className={css['code']}>
        <Qr text={url} label={pages.certificate} />
        <div className={css['small']}>
          <InlineLanguages of={(words) => words.number} />
          <code>{number}</code>
          <StackedLanguages of={({ check }) => check} />
          {url.split('#')[0]}
        </div>
      </div>
      <div className={css['sign']}>
        {[...new Set(langs.map((lang) => textIn(signatory, lang)))].map((text) => (
          <p key={text}>{text}</p>
        ))}
        <div className={css['hand']} />
        <div className={css['small']}>
          <p>
            <InlineLanguages of={(words) => words.signatory} />
          </p>
          <p>
            <InlineLanguages of={({ date }) => date} /> {issuedTime.slice(0, 10)}
          </p>
        </div>
      </div>
    </div>
  )
}

function StackedLanguages({ of }: { of: (words: PaperWords) => string }) {
  return langs.map((lang) => (
    <span key={lang} lang={languages[lang].tag} className={css['below']}>
      {of(paperWords[lang])}
    </span>
  ))
}

function InlineLanguages({ of }: { of: (words: PaperWords) => string }) {
  return langs.map((lang, place) => (
    <Fragment key={lang}>
      {place > 0 && ' / '}
      <span lang={languages[lang].tag}>{of(paperWords[lang])}</span>
    </Fragment>
  ))
}
