import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { api } from '#web/data/api.ts'
import { download } from '#web/lib/download.ts'
import { usePlanWords } from './words.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Props {
  day: { readonly id: number; readonly from: string }
  what: 'bookings' | 'helpers'
}

/** The bookings or the helpers of a day as a table. */
export function ExportTable({ day: { id, from }, what }: Props) {
  const words = usePlanWords()
  const take = useAction({
    work: () => api.dayTables.export({ id, what, format: 'xlsx' }),
    onSuccess: (table) => download(`${what}-${from.slice(0, 10)}.xlsx`, xlsx, table),
  })
  return (
    <>
      <ActionButton action={take} variant="default" leftSection={<Icon name="down" size={18} />}>
        {words.exportTable}
      </ActionButton>
      <ErrorAlert>{take.formError}</ErrorAlert>
    </>
  )
}
