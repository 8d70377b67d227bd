import { Qr } from '#web/components/Qr.tsx'
import css from './blank-tags.module.css'
import { addressOf, nameOf } from './sheets.ts'
import { useBlankTagWords } from './words.ts'

export function BlankTag({ tag, url, team }: { tag: number; url: string; team: string }) {
  const words = useBlankTagWords()
  const name = nameOf(tag)
  return (
    <div className={css['tag']}>
      <Qr text={addressOf(url, tag)} label={words.code(name)} />
      <div>
        <strong>{name}</strong>
        <span>{team}</span>
      </div>
    </div>
  )
}
