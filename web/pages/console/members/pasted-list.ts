import { limits } from '#contract/limits.ts'

type PastedProblem = 'member' | 'doubled' | 'too_long' | 'stuid_taken' | 'stuid_doubled' | 'too_many'

export interface PastedLine {
  readonly line: number
  readonly name: string
  readonly stuid: string
  readonly problem: PastedProblem | undefined
}

interface KnownMember {
  readonly name: string
  readonly stuid: string
  readonly active: boolean
}

const isLong = (text: string) => [...text].length > limits.name

/** Each line is a name, and perhaps a student id after a tab or a comma. */
export function parsePastedList(text: string, members: readonly KnownMember[]): PastedLine[] {
  const active = members.filter((member) => member.active)
  const taken = { names: new Set(active.map(({ name }) => name)), stuids: new Set(active.map(({ stuid }) => stuid)) }
  const seen = { names: new Set<string>(), stuids: new Set<string>() }
  let wanted = 0
  const problemOf = (name: string, stuid: string): PastedProblem | undefined => {
    if (isLong(name) || isLong(stuid)) return 'too_long'
    if (taken.names.has(name)) return 'member'
    if (seen.names.has(name)) return 'doubled'
    if (stuid && taken.stuids.has(stuid)) return 'stuid_taken'
    if (stuid && seen.stuids.has(stuid)) return 'stuid_doubled'
    return wanted < limits.invitations ? undefined : 'too_many'
  }
  return text.split(/\r\n|\r|\n/).flatMap((raw, i) => {
    const [name = '', stuid = ''] = raw.split(/[\t,，]/).map((part) => part.replace(/\p{Cc}/gu, '').trim())
    if (name === '') return []
    const problem = problemOf(name, stuid)
    if (!problem) {
      wanted += 1
      seen.names.add(name)
      seen.stuids.add(stuid)
    }
    return [{ line: i + 1, name, stuid, problem }]
  })
}
