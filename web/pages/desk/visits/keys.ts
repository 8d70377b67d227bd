import type { RefObject } from 'react'
import type { Visit } from '#web/data/queries.ts'
import { useKeys } from '#web/lib/keys.ts'
import { stepToRow } from '#web/lib/row-focus.ts'
import { mendedKinds } from './mends.ts'
import type { QueueActions } from './queue-actions.ts'
import { type VisitAction, visitActions } from './visit-actions.ts'

export function useVisitKeys(rows: RefObject<HTMLElement | null>, list: readonly Visit[], of: QueueActions): void {
  const step = (by: 1 | -1) => stepToRow(rows.current, '[data-visit]', 'a', by)
  const chosenVisit = (): Visit | undefined => {
    const focused = Number(document.activeElement?.closest<HTMLElement>('[data-visit]')?.dataset['visit'])
    return list.find(({ id }) => id === focused) ?? list.findLast(({ state, mine }) => state === 'called' && mine)
  }
  /** A shortcut does only what has a button. */
  const does = (act: VisitAction) => () => {
    const visit = chosenVisit()
    if (visit && visitActions[visit.state].includes(act)) of.run(act, visit)
  }
  useKeys({
    n: () => of.callNext(mendedKinds.get()),
    c: does('call'),
    h: does('served'),
    s: does('skipped'),
    g: does('gone'),
    b: does('waiting'),
    j: () => step(1),
    k: () => step(-1),
    '/': () => document.querySelector<HTMLElement>('[name=ticket]')?.focus(),
  })
}
