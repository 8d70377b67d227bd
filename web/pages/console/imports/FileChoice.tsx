import { useRef, useState } from 'react'
import { FileInput } from '#web/components/FileInput.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { confirmUnsaved } from '#web/lib/unsaved.ts'
import css from './imports.module.css'
import { useImportWords } from './words.ts'

export function FileChoice({ name, onFile }: { name: string | undefined; onFile: (file: File) => void }) {
  const words = useImportWords()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css['drop']}
        data-over={over}
        data-chosen={name !== undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) confirmUnsaved(() => onFile(file))
        }}
      >
        <Icon name={name === undefined ? 'inbox' : 'list'} size={name === undefined ? 32 : 24} />
        <span>
          <strong>{name ?? words.choose}</strong>
          <span className={css['hint']}>{name === undefined ? words.chooseAbout : words.another}</span>
        </span>
      </button>
      <FileInput
        ref={input}
        aria-label={words.file}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFiles={([file]) => file && confirmUnsaved(() => onFile(file))}
      />
    </>
  )
}
