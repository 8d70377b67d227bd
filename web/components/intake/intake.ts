import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { useAction } from '#web/components/action.ts'
import type { ReceiptData } from '#web/components/print/receipt.ts'
import { shrinkPhoto } from '#web/components/shrink.ts'
import { useClock, useTeam } from '#web/data/hooks.ts'
import { useWaiting, type WaitingVisitor } from '#web/data/offline-visitors.ts'
import { fileVisitor, fileVisitorAgain, type SentFiling } from '#web/data/send-offline-visitors.ts'
import { useLang } from '#web/lib/language.ts'
import { randomSecret } from '#web/lib/random.ts'
import type { VisitorFields } from '#web/lib/visitor.ts'
import { isUnreachable, type VisitorDraft, validKind, visitorInputOf } from './draft.ts'
import { useIntakeWords } from './words.ts'

export type FiledVisitor = SentFiling & Pick<ReceiptData, 'device' | 'accessories' | 'time'>

export function useIntake({
  by,
  mending,
  photos = () => [],
  after: onSuccess,
}: {
  by: WaitingVisitor['by']
  /** A visitor whom the service has refused. */
  mending?: WaitingVisitor | undefined
  photos?: () => readonly File[]
  after: (filed: FiledVisitor) => void
}) {
  const { notKept, ...fields } = useIntakeWords()
  const now = useNow()
  const page = useLang()
  // At the counter the language is the member's, not the visitor's.
  const lang = by === 'kiosk' ? page : undefined
  const kinds = useTeam().data?.kinds ?? []
  const [asks, setAsks] = useState(false)
  const [receipt] = useState(randomSecret)
  const action = useAction({
    work: async (draft: VisitorDraft) => {
      const input = visitorInputOf({ ...draft, kind: validKind(draft, kinds) })
      const small = await Promise.all(photos().map(shrinkPhoto))
      const filed = mending
        ? fileVisitorAgain(mending, input, small)
        : fileVisitor({ by, wish: input, photos: small, receipt, lang }, now.slice(0, 10))
      const { device, accessories } = input
      return { ...(await filed.catch(full)), device, accessories, time: now }
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
    /** The visitor left no phone and no mail; the form asks once. */
    asks,
    send(draft: VisitorDraft) {
      if (!asks && draft.device.trim() !== '' && isUnreachable(draft)) setAsks(true)
      else action.submit(draft)
    },
  }
}

type Label = Exclude<keyof VisitorFields, 'accessories' | 'queue'>
const labelled: Label[] = ['kind', 'device', 'deviceModel', 'description', 'owner', 'phone', 'mail', 'shelf', 'tag']

export const labels = (words: Readonly<Record<Label, string>>) =>
  Object.fromEntries(labelled.map((name) => [name, words[name]]))

/** Falls back to this device's clock if the team's zone is unknown. */
function useNow(): string {
  return useClock() || new Date().toLocaleString('sv').replace(' ', 'T')
}

/** The visitor with the ticket and number of the service, once it was sent. */
export function useSentVisitor(filed: FiledVisitor): FiledVisitor & { readonly paper?: string | undefined } {
  const sent = useWaiting().sent.find(({ seq }) => seq === filed.seq)
  return sent ? { ...filed, id: sent.id || undefined, number: sent.number ?? filed.number, paper: sent.paper } : filed
}
