import { Qr } from '#web/components/Qr.tsx'
import css from './blank-tags.module.css'
import { tagAddress, tagName } from './sheets.ts'
import { useBlankTagWords } from './words.ts'

export function BlankTag({ tag, url, team }: { tag: number; url: string; team: string }) {
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
