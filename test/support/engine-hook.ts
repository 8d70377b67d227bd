import type { Engine } from '#store/engine/engine.ts'
import { kyselyOver, runCompiled } from '#store/engine/query-runner.ts'

/** An engine with a hook before each writing statement, within its transaction. */
export function engineWithHook(engine: Engine, before: (statement: number) => Promise<void>): Engine {
  let count = 0
  return {
    kind: engine.kind,
    read: (work) => engine.read(work),
    change: (work, manner) =>
      engine.change(
        (db) =>
          work(
            kyselyOver(engine.kind.name, async (query) => {
              if (!query.sql.startsWith('select')) await before(count++)
              return runCompiled(db, query)
            }),
          ),
        manner,
      ),
    waiting: () => engine.waiting(),
    figures: () => engine.figures(),
    scrub: () => engine.scrub(),
    faults: () => engine.faults(),
    damage: () => engine.damage(),
    checkIntegrity: () => engine.checkIntegrity(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  }
}
