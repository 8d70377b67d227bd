import { parentPort, workerData } from 'node:worker_threads'
import { findDamage } from './integrity.ts'

const { file } = workerData as { file: string } // given by findDamageBeside
parentPort?.postMessage(findDamage(file))
