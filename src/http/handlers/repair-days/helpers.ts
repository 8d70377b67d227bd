import { helpersOfDay, helpingDays } from '#service/repair-days/helper-views.ts'
import { addHelper, help, removeHelper, setRoles, unhelp } from '#service/repair-days/helpers.ts'
import { publicReport, wholeReport } from '#service/repair-days/report.ts'
import { exportDay, importDay } from '#service/repair-days/tables.ts'
import { finishTask, listTasks, setTasks } from '#service/repair-days/tasks.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function helperHandlers(ctx: Ctx): Handlers<'helpers'> {
  return {
    list: ({ actor, lang }) => helpingDays(ctx, actor, lang),
    info: ({ actor, input, lang }) => helpersOfDay(ctx, actor, input.id, lang),
    help: ({ actor, input }) => help(ctx, actor, input),
    unhelp: ({ actor, input }) => unhelp(ctx, actor, input),
    setRoles: ({ actor, input }) => setRoles(ctx, actor, input),
    add: ({ actor, input }) => addHelper(ctx, actor, input),
    remove: ({ actor, input }) => removeHelper(ctx, actor, input),
  }
}

export function taskHandlers(ctx: Ctx): Handlers<'dayTasks'> {
  return {
    list: ({ input, lang }) => listTasks(ctx, input.id, lang),
    done: ({ actor, input }) => finishTask(ctx, actor, input),
    set: ({ actor, input }) => setTasks(ctx, actor, input),
  }
}

export function reportHandlers(ctx: Ctx): Handlers<'dayReports'> {
  return {
    info: ({ input, lang }) => publicReport(ctx, input.id, lang),
    whole: ({ actor, input, lang }) => wholeReport(ctx, actor, input.id, lang),
  }
}

export function tableHandlers(ctx: Ctx): Handlers<'dayTables'> {
  return {
    export: ({ actor, input, lang }) => exportDay(ctx, actor, input, lang),
    import: ({ actor, input, lang }) => importDay(ctx, actor, input, lang),
  }
}
