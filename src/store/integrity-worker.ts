import { parentPort, workerData } from 'node:worker_threads'
import { findDamage, type State } from './integrity.ts'

const { file, state } = workerData as { file: string; state: State } // given by findDamageBeside
parentPort?.postMessage(findDamage(file, state))
