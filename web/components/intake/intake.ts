import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { type Action, useAction } from '#web/components/action.ts'
import type { ReceiptData } from '#web/components/print/receipt.ts'
import { shrinkPhoto } from '#web/components/shrink.ts'
import { useClock, useTeam } from '#web/data/hooks.ts'
import { fileVisitor, fileVisitorAgain, type SentFiling } from '#web/data/sending.ts'
import { useWaiting, type WaitingVisitor } from '#web/data/waiting.ts'
import { useLang } from '#web/lib/language.ts'
import { randomSecret } from '#web/lib/random.ts'
import type { VisitorFields } from '#web/lib/visitor.ts'
import { isUnreachable, type VisitorDraft, validKind, visitorInputOf } from './draft.ts'
import { useIntakeWords } from './words.ts'

/** Somebody who was filed, and what their receipt needs. */
export type FiledVisitor = SentFiling & Pick<ReceiptData, 'device' | 'accessories'>

/** Filing a visitor, at the counter or at the kiosk. */
export interface Intake {
  readonly action: Action<VisitorDraft>
  /** They left no way to be reached: that is asked once. */
  readonly asks: boolean
  send(draft: VisitorDraft): void
}

export function useIntake({
  by,
  mending,
  photos = () => [],
  after: onSuccess,
}: {
  by: WaitingVisitor['by']
  /** One that the service had refused. */
  mending?: WaitingVisitor | undefined
  photos?: () => readonly File[]
  after: (filed: FiledVisitor) => void
}): Intake {
  const { notKept, ...fields } = useIntakeWords()
  const today = useToday()
  const page = useLang()
  // At the counter it is the member's.
  const lang = by === 'kiosk' ? page : undefined
  const kinds = useTeam().data?.kinds ?? []
  const [asks, setAsks] = useState(false)
  // One for a visitor, however often it is tried.
  const [receipt] = useState(randomSecret)
  const action = useAction({
    work: async (draft: VisitorDraft) => {
      const wish = visitorInputOf({ ...draft, kind: validKind(draft, kinds) })
      const small = await Promise.all(photos().map(shrinkPhoto))
      const filed = mending
        ? fileVisitorAgain(mending, wish, small)
        : fileVisitor({ by, wish, photos: small, receipt, lang }, today)
      const { device, accessories } = wish
      return { ...(await filed.catch(full)), device, accessories }
    },
    onSuccess: onSuccess,
    fields: labels(fields),
    codes: { tag_unknown: 'tag', tag_taken: 'tag' },
  })
  function full(error: unknown): never {
    if (error instanceof Failure) throw error
    throw new Error(notKept, { cause: error })
  }
  return {
    action,
    asks,
    send(draft) {
      if (!asks && draft.device.trim() !== '' && isUnreachable(draft)) setAsks(true)
      else action.submit(draft)
    },
  }
}

/** The labels of its fields. */
export const labels = ({
  kind,
  device,
  deviceModel,
  description,
  owner,
  phone,
  mail,
  shelf,
  tag,
}: Readonly<Record<Exclude<keyof VisitorFields, 'accessories' | 'queue'>, string>>) => ({
  kind,
  device,
  deviceModel,
  description,
  owner,
  phone,
  mail,
  shelf,
  tag,
})

/** The day on the team's calendar; by this device's own, where the team's zone is unknown. */
function useToday(): string {
  return useClock().slice(0, 10) || new Date().toLocaleDateString('sv')
}

/** The same one once it has been sent, with what the service said. */
export function useSentVisitor(filed: FiledVisitor): FiledVisitor & { readonly paper?: string | undefined } {
  const sent = useWaiting().sent.find(({ seq }) => seq === filed.seq)
  return sent ? { ...filed, id: sent.id || undefined, number: sent.number ?? filed.number, paper: sent.paper } : filed
}
