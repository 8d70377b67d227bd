import { limits } from '#contract/limits.ts'
import { translated } from '#web/lib/translated.ts'

export const acceptedTables =
  '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const useFileWords = translated({
  zh_CN: {
    gone: (name: string) => `无法读取 ${name}。请确认它是一个文件，而且没有被移动或删除。`,
  },
  en_US: {
    gone: (name) => `${name} cannot be read. Check that it is a file and has not been moved or deleted.`,
  },
})

const megabyte = 1024 * 1024

/** Reads a file at the time of choosing, or throws the sentence that says why not. */
export function useReadTable(tooLarge: (name: string, mb: number) => string): (chosen: File) => Promise<ArrayBuffer> {
  const words = useFileWords()
  return async (chosen) => {
    if (chosen.size > limits.upload) throw new Error(tooLarge(chosen.name, Math.ceil(chosen.size / megabyte)))
    return chosen.arrayBuffer().catch(() => {
      throw new Error(words.gone(chosen.name))
    })
  }
}
