import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type BookingRecord, BookingStore } from '#store/repair-days/bookings.ts'
import { type ChangeResult, Store, type Tx } from '#store/store.ts'

const counted = new AsyncLocalStorage<Map<number, BookingRecord[]>>()

/** Plants a fault: bookings are counted in one transaction and inserted in the next. Disposing it heals the service. */
export function countFirst(): Disposable {
  const { change } = Store.prototype
  const { ofDays } = BookingStore.prototype
  BookingStore.prototype.ofDays = async function stale(days: readonly number[]) {
    return counted.getStore() ?? ofDays.call(this, days)
  }
  Store.prototype.change = async function late<T>(work: (tx: Tx) => Promise<ChangeResult<T>>, options = {}) {
    const before = await this.read(async (tx) => {
      const days = (await tx.repairDays.list()).map(({ id }) => id)
      return ofDays.call(tx.bookings, days)
    })
    await pause(1)
    return change.call(this, (tx) => counted.run(before, () => work(tx)), options) as Promise<T>
  }
  return {
    [Symbol.dispose]() {
      Store.prototype.change = change
      BookingStore.prototype.ofDays = ofDays
    },
  }
}
