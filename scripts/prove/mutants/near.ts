/** The specific tests of files and folders that nearly every test reaches, so that coverage does not show which tests are specific. */
const near: Readonly<Record<string, string>> = {
  'src/config/identity.ts': 'test/api/sso test/api/cas',
  'src/contract/client.ts': 'test/api/http-wire test/web/refusal',
  'src/contract/team/settings.ts': 'test/api/settings',
  'src/http/app.ts': 'test/api/http-pressure test/api/http-refusals test/api/http-log',
  'src/http/limits.ts': 'test/api/http-rates',
  'src/http/server.ts': 'test/api/stopping test/api/http-wire test/api/http-pressure',
  'src/http/static-files.ts': 'test/web/shell',
  'src/main/start.ts': 'test/acceptance/cli test/api/stopping',
  'src/rules/people/sessions.ts': 'test/api/jobs test/api/sessions test/api/notices test/api/privacy',
  'src/service/shared/attempts.ts': 'test/api/guesses test/store/attempts',
  'src/service/outbox/worker.ts': 'test/api/forwarding test/api/external-faults',
  'src/service/people/members.ts': 'test/api/second-factor test/api/guesses test/api/passwords',
  'src/service/people/login.ts': 'test/api/pairing test/api/proof test/api/users',
  'src/service/tickets/tickets.ts': 'test/api/tickets test/api/ticket-model test/api/team',
  'src/service/team/admin.ts': 'test/api/log',
  'src/store/upkeep/backup.ts': 'test/store/backup test/store/nightly test/acceptance/cli',
  'src/store/engine/connections.ts': 'test/store/postgres-faults',
  'src/store/engine/integrity-watch.ts': 'test/store/integrity',
  'src/store/people/members.ts': 'test/api/members test/api/team',
  'src/store/migrations/migrate.ts': 'test/store/migrations test/store/postgres-faults',
  'src/store/upkeep/recount.ts': 'test/api/statistics test/acceptance/cli',
  'src/store/engine/sqlite.ts': 'test/store/log-sync test/store/change test/store/integrity test/store/second-writer',
  'src/store/people/users.ts': 'test/api/users test/api/sso',
  'src/store/people/guests.ts': 'test/api/guest test/api/privacy',
  'src/store/tickets/list-counts.ts': 'test/api/statistics test/api/ticket-lists',
  'src/main/jobs.ts': 'src/main/jobs test/api/jobs',
  'src/rules/duty/duty.ts': 'test/api/duty test/duty/boundary',
  'src/service/duty/conclusions.ts': 'test/api/conclusions',
  'web/pages/board/': 'test/web/board test/web/live',
  'web/pages/account/': 'test/web/account test/web/security',
  'web/pages/console/': 'test/web/console',
  'web/pages/console/rosters/': 'test/web/console-duty',
  'web/pages/console/statistics/': 'test/web/console-figures',
  'web/pages/desk/': 'test/web/desk',
  'web/pages/sign-in/': 'test/web/sign-in',
  'web/pages/tickets/': 'test/web/portal',
  'web/data/api.ts': 'test/web/shell test/web/live',
  'web/components/Time.tsx': 'test/web/look-english',
  'web/data/session.ts': 'test/web/guest test/web/account',
}

/** True if a test is specific to a file: by this list, by its name, or because it compares the files drawn from the contract. */
export const isAbout = (file: string, test: string): boolean =>
  test.startsWith(file.replace(/\.tsx?$/, '')) ||
  (file.startsWith('src/contract/') && test === 'test/repository/drawn.test.ts') ||
  Object.entries(near).some(
    ([place, tests]) => file.startsWith(place) && tests.split(' ').includes(test.replace('.test.ts', '')),
  )
