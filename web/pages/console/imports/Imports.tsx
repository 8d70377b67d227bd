import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Page } from '#web/components/Page.tsx'
import type { ChosenFile } from './check.ts'
import { FileChoice } from './FileChoice.tsx'
import { ImportFile } from './ImportFile.tsx'
import { PastImports } from './PastImports.tsx'
import { useImportWords } from './words.ts'

let last = 0
const megabyte = 1024 * 1024

export function Imports() {
  const words = useImportWords()
  const [file, setFile] = useState<ChosenFile>()
  const [fault, setFault] = useState('')
  const choose = async (chosen: File) => {
    setFile(undefined)
    setFault('')
    if (chosen.size > limits.upload) return setFault(words.tooLarge(chosen.name, Math.ceil(chosen.size / megabyte)))
    try {
      const bytes = new Blob([await chosen.arrayBuffer()])
      last += 1
      setFile({ id: last, name: chosen.name, bytes })
    } catch {
      setFault(words.gone(chosen.name))
    }
  }
  return (
    <Page title={words.title} about={words.about}>
      <FileChoice name={file?.name} onFile={(chosen) => void choose(chosen)} />
      <ErrorAlert>{fault || undefined}</ErrorAlert>
      {file && <ImportFile key={file.id} file={file} />}
      <PastImports />
    </Page>
  )
}
