import type { Debian } from './debian.ts'
import type { Kind } from './peer.ts'

const port = 18600
const program = 'redmine.rb'

/** Redmine with a project, a tracker with a custom field, and a user with only the rights that Fettle needs. */
export const redmine: Kind = {
  name: 'redmine',
  port,
  packages: ['redmine', 'redmine-sqlite', 'puma'],
  answers: `
redmine redmine/instances/default/dbconfig-install boolean true
redmine redmine/instances/default/database-type select sqlite3
redmine redmine/instances/default/default-language select en
`,
  server: within(`exec puma -b tcp://127.0.0.1:${port} -t 1:4 config.ru`),
  async setUp(debian) {
    return { EXTERNAL_TOKEN: await runner(debian, 'set-up'), EXTERNAL_PROJECT: 'repairs', EXTERNAL_TRACKER: 'Support' }
  },
  list: (debian) => runner(debian, 'list'),
}

function within(command: string): readonly string[] {
  return ['X_DEBIAN_SITEID=default', 'RAILS_ENV=production', 'sh', '-c', `cd /usr/share/redmine && ${command}`]
}

async function runner(debian: Debian, what: string): Promise<string> {
  return (await debian.run(within(`ruby bin/rails runner ${debian.bring(program)} ${what}`))).trim()
}
