import { ActionIcon, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { type HourLine, queries } from '#web/data/queries.ts'
import { useKeys } from '#web/lib/keys.ts'
import { stepToRow } from '#web/lib/row-focus.ts'
import { useApproval } from './approval.ts'
import css from './hours.module.css'
import { LineRow } from './LineRow.tsx'
import { isDecidable, isDecidableWithOthers, type LineSelection, toggleSelection } from './selection.ts'
import { useConsoleHourWords } from './words.ts'

interface LineListProps {
  list: readonly HourLine[]
  total: number
  query: Parameters<typeof api.hours.list>[0]
  chosen: LineSelection
  choose: (chosen: LineSelection) => void
}

/** A page of lines to select: one by one, a range with the shift key, the whole page, or all matches. */
export function LineList(props: LineListProps) {
  const { list, chosen, choose } = props
  const rows = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState<number>()
  const [openId, setOpenId] = useState<number>()
  const [refusing, setRefusing] = useState(false)
  const ids = list.filter(isDecidableWithOthers).map(({ id }) => id)
  const toggle = (id: number, reach: boolean) => {
    choose(toggleSelection(chosen, ids, id, reach ? last : undefined))
    setLast(id)
  }
  const approve = useRef<HTMLButtonElement>(null)
  const clickIn = (button: string) =>
    document.activeElement?.closest('[data-line]')?.querySelector<HTMLElement>(button)?.click()
  // Lines without a checkbox have a button.
  const step = (by: 1 | -1) => stepToRow(rows.current, '[data-line]', 'input, button', by)
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => clickIn('[data-choose]'),
    e: () => clickIn('[data-correct]'),
    a: () => approve.current?.click(),
    r: () => chosen.size > 0 && setRefusing(true),
  })
  return (
    <KeepFocus>
      <div ref={rows}>
        {ids.length > 0 && <SelectAll ids={ids} {...props} />}
        <ObjectionsLeft list={list} />
        <Rows>
          {list.map((line) => (
            <LineRow
              key={line.id}
              line={line}
              chosen={chosen.has(line.id)}
              toggle={(reach) => toggle(line.id, reach)}
              open={openId === line.id}
              setOpen={(open) => setOpenId(open ? line.id : undefined)}
            />
          ))}
        </Rows>
        {chosen.size > 0 && (
          <DecideLines
            chosen={chosen}
            objected={list.filter(({ id, objected }) => objected && chosen.has(id)).length}
            approve={approve}
            refusing={refusing}
            setRefusing={setRefusing}
            done={() => {
              choose(new Set())
              setRefusing(false)
            }}
          />
        )}
      </div>
    </KeepFocus>
  )
}

/** Approves all entries of the filter that wait, except for those with an objection. */
function ApproveAll({ query }: Pick<LineListProps, 'query'>) {
  const words = useConsoleHourWords()
  const waiting = { ...query, state: 'proposed' } as const
  const one = { pageId: 1, count: 1 }
  const all = useQuery(queries.hours.list(waiting, one)).data?.total ?? 0
  const objected = useQuery(queries.hours.list({ ...waiting, only: 'objected' }, one)).data?.total ?? 0
  const approve = useApproval(async () => {
    const { list } = await api.hours.list({ ...waiting, pageId: 1, count: limits.page })
    return list.filter(isDecidableWithOthers).map(({ id }) => id)
  })
  const isOther = query?.state !== undefined && query.state !== 'proposed'
  if (isOther || query?.only || all - objected < 2) return null
  return (
    <Stack gap={4}>
      <div>
        <ConfirmButton
          variant="filled"
          color="teal"
          tone="teal"
          label={words.approveAll(Math.min(all - objected, limits.page))}
          question={words.approveAllQuestion}
          confirm={words.approve}
          action={approve}
        />
      </div>
      <ErrorAlert>{approve.formError}</ErrorAlert>
    </Stack>
  )
}

/** `ids` are the lines of this page that can be selected. */
function SelectAll({ ids, list, total, query, chosen, choose }: LineListProps & { ids: readonly number[] }) {
  const words = useConsoleHourWords()
  const wholePage = ids.every((id) => chosen.has(id))
  const everything = useAction({
    work: () => api.hours.list({ ...query, pageId: 1, count: limits.page }),
    onSuccess: (all) => choose(new Set(all.list.filter(isDecidableWithOthers).map(({ id }) => id))),
  })
  return (
    <>
      <Group justify="space-between" gap="xs" mb={4}>
        <Checkbox
          label={words.allOfPage}
          checked={wholePage}
          indeterminate={!wholePage && ids.some((id) => chosen.has(id))}
          onChange={() =>
            choose(new Set(wholePage ? [...chosen].filter((id) => !ids.includes(id)) : [...chosen, ...ids]))
          }
        />
        {wholePage && total > list.length && (
          <ActionButton action={everything} variant="subtle">
            {words.allOfFilter(total, limits.page)}
          </ActionButton>
        )}
        <ApproveAll query={query} />
      </Group>
      <ErrorAlert>{everything.formError}</ErrorAlert>
    </>
  )
}

/** Says that “all of this page” are not all of it. */
function ObjectionsLeft({ list }: { list: readonly HourLine[] }) {
  const words = useConsoleHourWords()
  const count = list.filter((line) => isDecidable(line) && line.objected).length
  return (
    count > 0 && (
      <Text variant="secondary" mb={8}>
        {words.objectionsLeft(count)}
      </Text>
    )
  )
}

interface DecideLinesProps {
  chosen: LineSelection
  /** How many of them have an open objection. */
  objected: number
  approve: RefObject<HTMLButtonElement | null>
  refusing: boolean
  setRefusing: (refusing: boolean) => void
  done: () => void
}

function DecideLines({ chosen, objected, approve: button, refusing, setRefusing, done }: DecideLinesProps) {
  const words = useConsoleHourWords()
  const [values, setValues] = useState({ reason: '' })
  const decide = useAction({
    work: (state: 'approved' | 'refused') =>
      api.hours.decide({ ids: [...chosen], state, ...(state === 'refused' && { reason: values.reason.trim() }) }),
    toast: ({ changed, left }, state) =>
      [words.decided[state](changed), left > 0 && words.leftOut(left)].filter(Boolean).join(' '),
    onSuccess: done,
    onSettled: () => invalidate('hours'),
    fields: { reason: words.refusedReason },
  })
  const title = words.chosen(chosen.size)
  return (
    <Paper className={css['bar'] ?? ''} withBorder shadow="md" p="sm" role="group" aria-label={title}>
      {refusing ? (
        <Form
          action={decide}
          submit={words.refuseThese(chosen.size)}
          onSubmit={() => decide.submit('refused')}
          onBack={() => setRefusing(false)}
        >
          <Field
            {...fieldsOf(decide, values, setValues)('reason')}
            about={words.refusedReasonAbout}
            maxLength={limits.search}
            autoComplete="off"
            autoFocus
          />
        </Form>
      ) : (
        <Stack gap="xs">
          <Group gap="xs" justify="space-between">
            <Text fw={600} role="status">
              {title}
            </Text>
            <Group gap="xs">
              <Button ref={button} loading={decide.busy} onClick={() => decide.submit('approved')}>
                {words.approve}
              </Button>
              <Button variant="light" color="red" onClick={() => setRefusing(true)}>
                {words.refuse}
              </Button>
              <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.clearChosen} onClick={done}>
                <Icon name="cross" />
              </ActionIcon>
            </Group>
          </Group>
          {objected > 0 && (
            <Text variant="secondary">
              {chosen.size === 1 ? words.settlesObjection : words.willBeLeftOut(objected)}
            </Text>
          )}
          <ErrorAlert>{decide.formError}</ErrorAlert>
        </Stack>
      )}
    </Paper>
  )
}
