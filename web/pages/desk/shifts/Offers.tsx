import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/components/Card.tsx'
import { Empty } from '#web/components/Empty.tsx'
import { useEach } from '#web/components/each.ts'
import { Failed, Refused } from '#web/components/Failed.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { say } from '#web/components/toast-list.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import css from './shifts.module.css'
import { useShiftWords } from './words.ts'

/** Shifts that somebody else has left and this member could take. */
export function Offers() {
  const words = useShiftWords()
  const lang = useLang()
  const clock = useClock()
  const open = useQuery(queries.duty.offers())
  const list = open.data?.list ?? []
  const what = ({ date, shift }: (typeof list)[number]) => `${dayName(date, lang, clock)} · ${words.shift(shift)}`
  const take = useEach({
    work: (id: number) => api.leaves.take({ id }),
    after: (_, id) => {
      const offer = list.find((one) => one.id === id)
      if (offer) say(words.taken(what(offer)))
    },
    always: () => invalidate('duty'),
  })
  return (
    <Card title={words.offers} about={words.offersAbout}>
      <KeepFocus>
        <Refused>{take.lost(list)?.sentence}</Refused>
        {open.isPending && <Skeleton h={48} />}
        {open.isError && <Failed error={open.error} retry={open.refetch} />}
        {open.data && list.length === 0 && (
          <Empty icon="people" about={words.noOffersAbout} inside>
            {words.noOffers}
          </Empty>
        )}
        {list.length > 0 && (
          <ul className={css['list']}>
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
                      loading={take.at(offer.id)}
                      disabled={take.busy && !take.at(offer.id)}
                      onClick={() => take.run(offer.id)}
                    >
                      {words.take}
                    </Button>
                  </Group>
                  <Refused>{take.refusedAt(offer.id)}</Refused>
                </Stack>
              </li>
            ))}
          </ul>
        )}
      </KeepFocus>
    </Card>
  )
}
