import pg from 'pg'
import { Collision, Unavailable } from './engine.ts'

/** A collision, a serialization failure or a deadlock. */
export function isCollision(error: unknown): boolean {
  if (error instanceof Collision) return true
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/**
 * True if the server rejects a prepared statement: a migration changed its result columns, or a pooler dropped it. It has to be prepared
 * again under a new name.
 */
export function isStale(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.routine === 'RevalidateCachedQuery' || error.code === '26000')
}

/** True if the connection is unusable, not only the statement. */
export function isBroken(error: unknown): boolean {
  return error instanceof Unavailable && !isTimeout(error.cause)
}

/** True if the server cancelled a statement because of a time limit. The connection remains usable. */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '55P03')
}

// Connection exceptions, no access, no such database, resources, shutdowns, system errors, time limits, a primary that
// has become a read-only standby, and an open transaction of another client.
const outages = /^(08|28|3D|53|57|58|25P03|25006|25P02|55P03)/

/**
 * Rethrows an error of the driver, as `Unavailable` unless the caller caused it. Errors of the server are classified by their code. Any other
 * error except a `TypeError` means that the connection failed.
 */
export function rethrow(error: unknown): never {
  // Makes the stack lead to the caller instead of the socket.
  if (error instanceof Error) Error.captureStackTrace(error)
  if (error instanceof Collision) throw error
  const fault = error instanceof pg.DatabaseError ? outages.test(error.code ?? '') : !(error instanceof TypeError)
  throw fault ? new Unavailable(String(error), { cause: error }) : error
}
