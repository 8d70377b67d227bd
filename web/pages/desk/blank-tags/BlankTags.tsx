import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { useLetterhead } from '#web/components/print/letterhead.ts'
import { Printed } from '#web/components/print/Printed.tsx'
import { SheetCount } from '#web/components/print/SheetCount.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { api } from '#web/data/api.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import css from './blank-tags.module.css'
import { useBlankTagWords } from './words.ts'

export function BlankTags() {
  const words = useBlankTagWords()
  const [sheets, setSheets] = useState(1)
  const [tags, setTags] = useState<readonly number[]>([])
  const make = useAction({
    work: () => api.counter.tags({ count: sheets * tagsPerSheet }),
    onSuccess: (made) => setTags(made.tags),
  })
  return (
    <Page title={words.title} about={words.about}>
      {tags.length > 0 ? (
        <MadeTags tags={tags} onDone={() => setTags([])} />
      ) : (
        <Stack align="flex-start">
          <SheetCount label={words.sheets} value={sheets} onChange={setSheets} />
          <ActionButton action={make}>{words.make}</ActionButton>
          <ErrorAlert>{make.formError}</ErrorAlert>
        </Stack>
      )}
    </Page>
  )
}

function MadeTags({ tags, onDone }: { tags: readonly number[]; onDone: () => void }) {
  const words = useBlankTagWords()
  const { url, team } = useLetterhead()
  const [printed, setPrinted] = useState(false)
  useUnsaved(!printed)
  const [first = 0] = tags
  const print = () => {
    window.print()
    setPrinted(true)
  }
  return (
    <Stack align="flex-start">
      <Text role="status">{words.made(tagName(first), tagName(tags.at(-1) ?? first))}</Text>
      <Text>{words.fits}</Text>
      <Group>
        <Button leftSection={<Icon name="printer" size={18} />} onClick={print} autoFocus>
          {words.print}
        </Button>
        <Button variant="default" onClick={onDone}>
          {words.another}
        </Button>
      </Group>
      <figure className={css['example']}>
        <BlankTag tag={first} url={url} team={team} />
        <figcaption>{words.example}</figcaption>
      </figure>
      <Printed page="size: A4; margin: 0">
        {sheetsOf(tags).map((sheet) => (
          <div key={sheet[0]} className={css['sheet']}>
            {sheet.map((tag) => (
              <BlankTag key={tag} tag={tag} url={url} team={team} />
            ))}
          </div>
        ))}
      </Printed>
    </Stack>
  )
}

function BlankTag({ tag, url, team }: { tag: number; url: string; team: string }) {
  const words = useBlankTagWords()
  const name = tagName(tag)
  return (
    <div className={css['tag']}>
      <Qr text={tagAddress(url, tag)} label={words.code(name)} />
      <div>
        <strong>{name}</strong>
        <span>{team}</span>
      </div>
    </div>
  )
}

/** Three columns of eight rows. */
const tagsPerSheet = 24

const tagName = (tag: number) => `T${tag}`

const tagAddress = (url: string, tag: number) => url + pages.tag.replace(':tag', String(tag))

function sheetsOf(tags: readonly number[]): number[][] {
  const sheets = Math.ceil(tags.length / tagsPerSheet)
  return Array.from({ length: sheets }, (_, sheet) => tags.slice(sheet * tagsPerSheet, (sheet + 1) * tagsPerSheet))
}
