export { databaseNow } from './database-clock.ts'
export { type Db, Unavailable } from './engine.ts'
export { type NestedRows, nestedRows } from './nested-rows.ts'
export {
  advisoryLock,
  forUpdateOf,
  inList,
  insertRows,
  literals,
  numbersIn,
  numberTable,
  reserveIds,
  rowTable,
  tableByIndex,
  textTable,
} from './sql-words.ts'
export { countOf, deferredInsert, deferredStatement, hasAny, insertReturningId, statement } from './statement.ts'
