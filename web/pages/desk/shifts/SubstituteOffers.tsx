import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { useRowAction } from '#web/components/row-action.ts'
import { showToast } from '#web/components/toast-list.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import { DividedList } from '#web/pages/desk/DividedList.tsx'
import { useShiftWords } from './words.ts'

export function SubstituteOffers() {
  const words = useShiftWords()
  const lang = useLang()
  const clock = useClock()
  const open = useQuery(queries.duty.offers())
  const list = open.data?.list ?? []
  const what = ({ date, shift }: (typeof list)[number]) => `${dayName(date, lang, clock)} · ${words.shift(shift)}`
  const take = useRowAction({
    work: (id: number) => api.leaves.take({ id }),
    onSuccess: (_, id) => {
      const offer = list.find((one) => one.id === id)
      if (offer) showToast(words.taken(what(offer)))
    },
    onSettled: () => invalidate('duty'),
  })
  return (
    <Card title={words.offers} about={words.offersAbout}>
      <KeepFocus>
        <ErrorAlert>{take.lostError(list)?.sentence}</ErrorAlert>
        {open.isPending && <Skeleton h={48} />}
        {open.isError && <LoadError error={open.error} retry={open.refetch} />}
        {open.data && list.length === 0 && (
          <EmptyState title={words.noOffers} icon="people" about={words.noOffersAbout} inside />
        )}
        {list.length > 0 && (
          <DividedList>
            {list.map((offer) => (
              <li key={offer.id}>
                <Stack gap="xs">
                  <Group justify="space-between" gap="xs" wrap="nowrap">
                    <Stack gap={0} miw={0}>
                      <Text fw={600}>{what(offer)}</Text>
                      <Text variant="secondary" style={{ overflowWrap: 'anywhere' }}>
                        {words.away(offer.member)}
                        {offer.reason && ` · ${offer.reason}`}
                      </Text>
                    </Stack>
                    <Button
                      flex="none"
                      aria-label={words.takeThis(what(offer))}
                      loading={take.isBusyAt(offer.id)}
                      disabled={take.busy && !take.isBusyAt(offer.id)}
                      onClick={() => take.submit(offer.id)}
                    >
                      {words.take}
                    </Button>
                  </Group>
                  <ErrorAlert>{take.errorOf(offer.id)}</ErrorAlert>
                </Stack>
              </li>
            ))}
          </DividedList>
        )}
      </KeepFocus>
    </Card>
  )
}
