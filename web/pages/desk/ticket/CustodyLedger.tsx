import { Text } from '@mantine/core'
import type { CustodyLine } from '#client/custody.ts'
import { Pictures } from '#web/components/Pictures.tsx'
import { Time } from '#web/components/Time.tsx'
import { useCodeNames } from '#web/data/hooks.ts'
import { useCustodyWords } from './custody-words.ts'
import css from './ledger.module.css'

export function CustodyLedger({ lines }: { lines: readonly CustodyLine[] }) {
  const words = useCustodyWords()
  return (
    <section aria-label={words.ledger}>
      <Text fw={600} size="sm" mb="xs">
        {words.ledger}
      </Text>
      <ol className={css['ledger']}>
        {lines.map((line) => (
          <li key={line.id}>
            <div>
              <b>{line.by}</b> · {words.line(line)}
            </div>
            <AccessoriesOfLine line={line} />
            <Text variant="secondary" component="div">
              <Time at={line.createdTime} />
            </Text>
            <Pictures urls={line.pic} name={words.picture} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function AccessoriesOfLine({ line: { what, accessories } }: { line: CustodyLine }) {
  const words = useCustodyWords()
  const codeName = useCodeNames()
  const named = (code: number) => codeName('accessory', code)
  if (what === 'received') {
    const all = accessories.map(({ accessory }) => named(accessory))
    return <Text variant="secondary">{all.length > 0 ? words.with(all) : words.nothingWith}</Text>
  }
  const back = accessories.filter(({ returned }) => returned).map(({ accessory }) => named(accessory))
  return (
    <>
      {back.length > 0 && <Text variant="secondary">{words.givenBack(back)}</Text>}
      {accessories
        .filter(({ returned }) => !returned)
        .map(({ accessory, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind are two things, and their order is fixed
          <Text key={place} size="sm" fw={600}>
            {words.notGivenBack(named(accessory), reason)}
          </Text>
        ))}
    </>
  )
}
