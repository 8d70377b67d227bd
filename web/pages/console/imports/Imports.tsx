import { useRef, useState } from 'react'
import { ErrorAlert } from '#web/components/errors.tsx'
import { FileInput } from '#web/components/FileInput.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { acceptedTables, useReadTable } from '#web/components/table-file.ts'
import { confirmUnsaved } from '#web/lib/unsaved.ts'
import type { ChosenFile } from './check.ts'
import { ImportFile } from './ImportFile.tsx'
import css from './imports.module.css'
import { PastImports } from './PastImports.tsx'
import { useImportWords } from './words.ts'

let last = 0

export function Imports() {
  const words = useImportWords()
  const [file, setFile] = useState<ChosenFile>()
  const [fault, setFault] = useState('')
  const read = useReadTable(words.tooLarge)
  const choose = (chosen: File) => {
    setFile(undefined)
    setFault('')
    read(chosen).then(
      (bytes) => {
        last += 1
        setFile({ id: last, name: chosen.name, bytes: new Blob([bytes]) })
      },
      ({ message }: Error) => setFault(message),
    )
  }
  return (
    <Page title={words.title} about={words.about}>
      <FileChoice name={file?.name} onFile={choose} />
      <ErrorAlert>{fault || undefined}</ErrorAlert>
      {file && <ImportFile key={file.id} file={file} />}
      {!file && <PastImports />}
    </Page>
  )
}

function FileChoice({ name, onFile }: { name: string | undefined; onFile: (file: File) => void }) {
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
        accept={acceptedTables}
        onFiles={([file]) => file && confirmUnsaved(() => onFile(file))}
      />
    </>
  )
}
