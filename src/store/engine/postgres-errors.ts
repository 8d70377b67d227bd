import pg from 'pg'
import { Collision, Unavailable } from './engine.ts'

/** Serialization failures and deadlocks count as such, too. */
export function isCollision(error: unknown): boolean {
  if (error instanceof Collision) return true
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/**
 * A prepared statement that the server does not take any more: after a migration its rows would have other columns, or something
 * between us and the server has dropped it. Under a new name it is prepared anew.
 */
export function isStale(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.routine === 'RevalidateCachedQuery' || error.code === '26000')
}

/** Whether the connection is no good any more, and not only the statement. */
export function isBroken(error: unknown): boolean {
  return error instanceof Unavailable && !isTimeout(error.cause)
}

/** The server has ended a statement that took too long, or waited too long for a lock. The connection is as good as before. */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '55P03')
}

// Connection exceptions, no access, no such database, resources, shutdowns, system errors, time limits, a primary that
// has become a read-only standby, and another client's transaction that could not be ended.
const lost = /^(08|28|3D|53|57|58|25P03|25006|25P02|55P03)/

/** What the driver threw. The server's own errors tell by their code; anything else is a connection that did not hold. */
export function faulty(error: unknown): never {
  // The stack leads to the caller, not to the socket.
  if (error instanceof Error) Error.captureStackTrace(error)
  if (error instanceof Collision) throw error
  const fault = error instanceof pg.DatabaseError ? lost.test(error.code ?? '') : !(error instanceof TypeError)
  throw fault ? new Unavailable(String(error), { cause: error }) : error
}
