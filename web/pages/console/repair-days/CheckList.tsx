import { Button, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import type { DayTask } from '#contract/repair-days/tasks.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Form } from '#web/components/Form.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { TaskRows } from '#web/components/repair-days/TaskRows.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useColleagues } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { RemovableRows } from '#web/pages/console/settings/fields.tsx'
import { usePlanWords } from './words.ts'

export function CheckList({ day }: { day: PlannedDay }) {
  const words = usePlanWords()
  const tasks = useQuery(queries.repairDays.tasks(day.id))
  const [editing, setEditing] = useState(false)
  if (tasks.isPending) return <Loading />
  if (tasks.isError) return <LoadError error={tasks.error} retry={tasks.refetch} />
  const { list } = tasks.data
  if (editing) return <TaskForm day={day} list={list} done={() => setEditing(false)} />
  const edit = (
    <Button variant={list.length === 0 ? 'filled' : 'default'} onClick={() => setEditing(true)}>
      {words.editTasks}
    </Button>
  )
  return (
    <Card title={words.views.tasks} about={words.tasksAbout}>
      {list.length === 0 ? (
        <EmptyState title={words.noTasks} icon="list" inside action={edit} />
      ) : (
        <>
          <TaskRows list={list} />
          <Group>{edit}</Group>
        </>
      )}
    </Card>
  )
}

interface TaskDraft {
  readonly key: number
  readonly id?: number
  readonly text: string
  readonly due: string
  readonly member: number
}

function TaskForm({ day, list, done }: { day: PlannedDay; list: readonly DayTask[]; done: () => void }) {
  const words = usePlanWords()
  const { save: label, saved } = useWords()
  const colleagues = useColleagues()
  const newTask = (key: number): TaskDraft => ({ key, text: '', due: day.from.slice(0, 10), member: 0 })
  const [draft, setDraft] = useState<readonly TaskDraft[]>(() =>
    list.length === 0
      ? [newTask(-1)]
      : list.map(({ id, text, due, member }) => ({ ...{ id, text, due, member }, key: id })),
  )
  const save = useAction({
    work: () =>
      api.dayTasks.set({
        id: day.id,
        version: day.version,
        tasks: draft
          .filter(({ text }) => text.trim() !== '')
          .map(({ id, text, due, member }) => ({
            ...(id === undefined ? {} : { id }),
            ...{ text: text.trim(), due, member },
          })),
      }),
    toast: saved,
    onSuccess: async () => {
      await invalidate('repairDays')
      done()
    },
    fields: { tasks: words.views.tasks },
  })
  return (
    <Card title={words.views.tasks} about={words.tasksAbout}>
      <Form action={save} submit={label} onSubmit={() => save.submit()} onBack={done}>
        <RemovableRows<TaskDraft>
          title={words.task}
          action={save}
          at={(i) => `tasks[${i}]`}
          rows={draft}
          keyOf={({ key }) => key}
          change={setDraft}
        >
          {(task, at, put) => (
            <>
              <TextInput
                label={words.text}
                value={task.text}
                maxLength={limits.search}
                autoComplete="off"
                error={save.errorOf(`${at}.text`)}
                onChange={({ currentTarget }) => put({ ...task, text: currentTarget.value })}
              />
              <TextInput
                type="date"
                label={words.due}
                value={task.due}
                error={save.errorOf(`${at}.due`)}
                onChange={({ currentTarget }) => put({ ...task, due: currentTarget.value })}
              />
              <SelectField
                label={words.member}
                value={task.member}
                data={[
                  { value: 0, label: words.nobodyYet },
                  ...colleagues.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(member) => put({ ...task, member })}
              />
            </>
          )}
        </RemovableRows>
        <div>
          <Button
            variant="default"
            disabled={draft.length >= 100}
            onClick={() => setDraft([...draft, newTask(Math.min(0, ...draft.map(({ key }) => key)) - 1)])}
          >
            {words.addTask}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
