import { spawnSync } from 'node:child_process'

// The test with eight visitors is among the others; forty of them take some minutes.
const test = ['--test', '--test-global-setup=test/support/setup.ts', 'test/web/repair-day.test.ts']
const { status } = spawnSync(process.execPath, test, { stdio: 'inherit', env: { VISITORS: '40', ...process.env } })
process.exit(status ?? 1)
