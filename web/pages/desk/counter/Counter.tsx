import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { FiledReceipt } from '#web/components/intake/FiledReceipt.tsx'
import { type FiledVisitor, useSentVisitor } from '#web/components/intake/intake.ts'
import { Lead } from '#web/components/Lead.tsx'
import { Page } from '#web/components/Page.tsx'
import { PaperChoice } from '#web/components/print/PaperChoice.tsx'
import { useKnownTeam } from '#web/data/known-team.ts'
import { useWaiting } from '#web/data/offline-visitors.ts'
import { useLateFocus } from '#web/lib/late-focus.ts'
import { CounterForm } from './CounterForm.tsx'
import css from './counter.module.css'
import { OpenKiosk } from './OpenKiosk.tsx'
import { useCounterWords } from './words.ts'

export function Counter() {
  const words = useCounterWords()
  useKnownTeam()
  const [, go] = useLocation()
  const wanted = Number(new URLSearchParams(useSearch()).get('mend'))
  const mending = useWaiting().entries.find(({ seq }) => seq === wanted)
  const [filed, setFiled] = useState<FiledVisitor>()
  const [round, setRound] = useState(0)
  const next = () => {
    setFiled(undefined)
    setRound(round + 1)
    if (wanted) go('/desk/counter', { replace: true })
  }
  if (filed) return <FiledTicket key={filed.seq} of={filed} next={next} />
  const about = mending ? (
    words.mending
  ) : (
    <Lead text={words.about}>
      <span className={css['keys']}>{words.keys}</span>
    </Lead>
  )
  return (
    <Page title={words.title} about={about}>
      <CounterForm key={`${round} ${mending?.seq ?? 0}`} mending={mending} after={setFiled} />
      <Group>
        <LinkButton href="/desk/tags">{words.tags}</LinkButton>
        <LinkButton href="/desk/paper">{words.paperList}</LinkButton>
        <OpenKiosk />
      </Group>
    </Page>
  )
}

function FiledTicket({ of, next }: { of: FiledVisitor; next: () => void }) {
  const words = useCounterWords()
  const { id, device } = useSentVisitor(of)
  const buttons = useLateFocus<HTMLDivElement>('button')
  return (
    <Page title={words.filed} about={words.filedAbout(device)}>
      <FiledReceipt of={of} />
      <Group ref={buttons}>
        <Button size="md" onClick={next}>
          {words.next}
        </Button>
        {id !== undefined && (
          <LinkButton href={`${pages.desk}/tickets/${id}`} size="md">
            {words.look}
          </LinkButton>
        )}
      </Group>
      <PaperChoice />
    </Page>
  )
}
