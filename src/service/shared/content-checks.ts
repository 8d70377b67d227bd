import type { LookReason } from '#contract/content/content.ts'
import { Refusal } from '#contract/errors.ts'
import type { Clock } from '#kit/time.ts'
import { keyLife } from '#rules/tickets/tickets.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Actor } from './actor.ts'
import type { ContentScene, Ports } from './ports.ts'
import type { SettingService } from './settings.ts'
import { Trouble } from './trouble.ts'

export interface CheckParts {
  readonly store: Store
  readonly ports: Pick<Ports, 'wechat'>
  readonly now: Clock
  readonly settings: Pick<SettingService, 'current'>
  /** Told what the log should say; never what somebody wrote. */
  readonly warn: (facts: object, text: string) => void
}

/** What becomes of a picture that somebody uploads: it is held for WeChat or for somebody's look, or marked for a look, or simply there. */
export type PictureCare = 'hold' | 'keep' | 'mark' | undefined

export interface CheckedCall {
  readonly key?: string | undefined
  /** Refuses who may not write this, who is not worth a question of the day's. */
  readonly may?: (tx: Tx) => Promise<void>
}

/** Has WeChat check what people write and upload who came by it. Before a change: a change waits for the database alone. */
export function contentChecks({ store, ports: { wechat }, now, settings, warn }: CheckParts) {
  /** By what WeChat knows somebody, where what they write is to be checked. */
  async function openidOf(personId: number): Promise<string | undefined> {
    if (!wechat || !settings.current().wechat.checkContent) return undefined
    return store.readOne((tx) => tx.users.subjectOf(personId, wechat.provider))
  }

  /**
   * Whoever came by WeChat is asked to open the mini-program: else all would get past the check by waiting. Members work in a browser for
   * hours, and the team knows them.
   */
  function lettingThrough(memberId: number | null): LookReason {
    if (memberId !== null && settings.current().wechat.whenUnchecked === 'let_through') return 'unchecked'
    throw new Refusal('not_in_miniprogram')
  }

  return {
    /**
     * Refuses a text that must not be shown; answers why somebody should look at it, if somebody should. What a key stands for already
     * was checked then.
     */
    async text(
      { personId, memberId }: Pick<Actor, 'personId' | 'memberId'>,
      scene: ContentScene,
      texts: readonly (string | undefined)[],
      { key, may }: CheckedCall = {},
    ): Promise<LookReason | undefined> {
      const text = texts.filter((one) => one?.trim()).join('\n')
      if (!wechat || text === '') return undefined
      const openid = await openidOf(personId)
      if (openid === undefined) return undefined
      const since = now() - keyLife
      if (key !== undefined && (await store.readOne((tx) => tx.keys.isUsed({ personId, key, since })))) return undefined
      if (may) await store.readOne(may)
      try {
        const verdict = await wechat.text(text, { openid, scene })
        if (verdict === 'not_here') return lettingThrough(memberId)
        if (verdict === 'risky') throw new Refusal('text_refused')
        return verdict === 'review' ? 'review' : undefined
      } catch (error) {
        if (!(error instanceof Trouble)) throw error
        warn({ trouble: error.what }, 'WeChat could not check a text')
        if (settings.current().wechat.whenUnchecked === 'refuse') throw new Refusal('peer_unavailable')
        return 'unchecked'
      }
    },

    /** Without the message push no verdict could come, so WeChat is not asked. */
    async picture({ personId }: Pick<Actor, 'personId'>): Promise<PictureCare> {
      if ((await openidOf(personId)) === undefined) return undefined
      if (wechat?.push) return 'hold'
      return settings.current().wechat.whenUnchecked === 'refuse' ? 'keep' : 'mark'
    },
  }
}

/** Where nothing is checked. */
export const noChecks: Pick<ContentChecks, 'text'> = { text: async () => undefined }

export type ContentChecks = ReturnType<typeof contentChecks>

/** A picture that WeChat is to check, and who uploaded it. */
export interface PictureToCheck {
  readonly name: string
  readonly person: number
}
