import { findDamage, type State } from './integrity.ts'

/** A program of its own, run by `findDamageBeside`: says what is damaged, or nothing. */
const [, , file = '', state] = process.argv
process.stdout.write(findDamage(file, state as State) ?? '')
