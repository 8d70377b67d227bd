import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

const later = () => Promise.reject(new Error('this endpoint follows'))

export function helperHandlers(_ctx: Ctx): Handlers<'helpers'> {
  return { list: later, info: later, help: later, unhelp: later, setRoles: later, add: later, remove: later }
}

export function taskHandlers(_ctx: Ctx): Handlers<'dayTasks'> {
  return { list: later, done: later, set: later }
}

export function reportHandlers(_ctx: Ctx): Handlers<'dayReports'> {
  return { info: later, whole: later }
}
