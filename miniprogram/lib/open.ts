import { anyTagWords } from '#client/words/any-tag.ts'
import { commonWords } from '#client/words/common.ts'
import { cachedTeam } from './codes.ts'
import { textsOf } from './language.ts'
import { dayPage, openPage } from './open-page.ts'
import { parseCode, type ScannedCode } from './scan.ts'
import { api, heldToken, me } from './session.ts'
import { appWords } from './words.ts'

/**
 * A code for the next page. WeChat logs addresses, and pages of the tab bar have none, so the code is passed in
 * memory.
 */
type CodeToPass = Extract<ScannedCode, { readonly code: string }>
let brought: CodeToPass | undefined

export function passCode(found: CodeToPass): void {
  brought = found
}
export function takePassedCode(...kinds: readonly CodeToPass['kind'][]): CodeToPass | undefined {
  if (!brought || !kinds.includes(brought.kind)) return undefined
  const found = brought
  brought = undefined
  return found
}

export async function openScanned(text: string): Promise<void> {
  const found = parseCode(text)
  if (!found) return explain('', textsOf(appWords).unknownScan)
  // Looking needs no login.
  const isMember = heldToken() ? (await me())?.member != null : false
  await open(found, isMember)
}

async function open(found: ScannedCode, isMember: boolean): Promise<void> {
  switch (found.kind) {
    case 'ticket':
      return openTicket(found.number, isMember)
    case 'day':
      return openPage(dayPage(found.number))
    case 'receipt':
      passCode(found)
      return openPage('/pages/ticket/ticket')
    case 'tag':
      return isMember ? openTag(found.number) : explainTag()
    case 'board':
      passCode(found)
      if (isMember) return openPage('/team/shifts/shifts')
      break
    default:
      passCode(found)
  }
  await wx.switchTab({ url: '/pages/account/account' })
}

const openTicket = (id: number, isMember: boolean) =>
  openPage(isMember ? `/team/ticket/ticket?id=${id}` : `/pages/ticket/ticket?id=${id}`)

/** A blank tag has no ticket to open. */
async function openTag(tag: number): Promise<void> {
  const { id } = await api.counter.tag({ tag })
  if (id > 0) return openTicket(id, true)
  const { title, blank } = textsOf(anyTagWords)
  await explain(title(tag), blank)
}

async function explainTag(): Promise<void> {
  const { ours, oursAbout } = textsOf(anyTagWords)
  await explain(ours((await cachedTeam()).name || textsOf(commonWords).appName), oursAbout)
}

async function explain(title: string, content: string): Promise<void> {
  await wx.showModal({ title, content, showCancel: false, confirmText: textsOf(appWords).ok })
}
