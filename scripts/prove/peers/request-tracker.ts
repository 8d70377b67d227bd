import { randomUUID } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from './peer.ts'

const port = 18700
const program = 'request-tracker.pl'
// Debian's package gives root a well-known password by default.
const password = randomUUID()

/** Request Tracker 5 with a queue that has a custom field, and a user with only the rights that Fettle needs. */
export const requestTracker: Kind = {
  name: 'request-tracker',
  port,
  packages: ['request-tracker5', 'rt5-db-sqlite', 'rt5-standalone', 'starman'],
  answers: `
request-tracker5 request-tracker5/rtname string peer.example
request-tracker5 request-tracker5/organization string peer.example
request-tracker5 request-tracker5/dbconfig-install boolean true
request-tracker5 request-tracker5/database-type select sqlite3
request-tracker5 request-tracker5/initial-root-password password ${password}
request-tracker5 request-tracker5/initial-root-password-confirm password ${password}
request-tracker5 request-tracker5/install-cronjobs boolean false
`,
  server: [
    '/usr/share/request-tracker5/libexec/rt-server',
    ...['--host', '127.0.0.1', '--port', String(port), '--max-workers', '3'],
  ],
  async setUp(debian) {
    const folder = join(debian.root, 'etc/request-tracker5')
    // Debian's web server serves it below /rt; its own server serves it at the root.
    const site = `Set($WebPath, '');\nSet($WebDomain, '127.0.0.1');\nSet($WebPort, ${port});\nSet($LogToSyslog, undef);\nSet($LogToSTDERR, 'error');\n1;\n`
    writeFileSync(join(folder, 'RT_SiteConfig.d/90-fettle.pm'), site)
    chmodSync(join(folder, 'RT_SiteConfig.pm'), 0o644)
    const token = await debian.run(['perl', debian.bring(program), 'set-up'])
    return { EXTERNAL_TOKEN: token.trim(), EXTERNAL_PROJECT: 'Repairs' }
  },
  list: (debian) => debian.run(['perl', debian.bring(program), 'list']),
}
