import type { RepairDay } from '#contract/repair-days/day-fields.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { repairDayAddress } from '#web/components/repair-days/address.ts'
import { useRepairDayWords } from '#web/components/repair-days/words.ts'

/** Leads to the form of a ticket and back. */
export function NewDeviceLink({ of: { id }, filled = false }: { of: Pick<RepairDay, 'id'>; filled?: boolean }) {
  const words = useRepairDayWords()
  return (
    <LinkButton
      href={`${pages.newTicket}?next=${encodeURIComponent(repairDayAddress(id))}`}
      variant={filled ? 'filled' : 'subtle'}
      leftSection={<Icon name="plus" />}
    >
      {filled ? words.begin : words.another}
    </LinkButton>
  )
}
