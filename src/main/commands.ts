import type { Command } from './commands/command.ts'

export const commands: Readonly<Record<string, Command>> = {
  start: {
    summary: 'Run the service until it is told to stop (SIGINT, SIGTERM).',
    help: `It prints its address and, as long as there is no administrator, the admin code and the link for setting up the team.

  --lan               let phones and computers in the same network open it: it listens on all addresses of this machine,
                      and prints the link and its QR code
  --demo              for trying it on your own machine: any word is a login, and an empty database is filled with a
                      demo team; a database with people is not changed`,
    takes: [],
    service: true,
    options: { demo: { type: 'boolean' }, lan: { type: 'boolean' } },
    load: async () => (await import('./commands/start.ts')).runStartCommand,
  },
  config: {
    summary: 'Print the settings in force, secrets hidden.',
    takes: [],
    load: async () => (await import('./commands/config.ts')).runConfigCommand,
  },
  check: {
    summary: 'Check the configuration, the database and all connected systems.',
    help: `It changes nothing, and the service may keep running. The exit code is 1 if anything is wrong.

  --repair            repair what is derived from the tickets: counts of lists, search index, and marks for open tickets.
                      The service may keep running: it works in small steps`,
    takes: [],
    options: { repair: { type: 'boolean' } },
    load: async () => (await import('./commands/check.ts')).runCheckCommand,
  },
  migrate: {
    summary: 'Bring the schema of the database up to date.',
    help: 'Every start does this too.',
    takes: [],
    load: async () => (await import('./commands/migrate.ts')).runMigrateCommand,
  },
  backup: {
    summary: 'Copy the database to a file, while the service runs, and verify the copy.',
    help: 'Pictures in the data folder are copied to fettle-pictures beside the file, once for all backups there. On PostgreSQL, use its own tools such as pg_dump.',
    takes: ['<file>'],
    load: async () => (await import('./commands/backup.ts')).runBackupCommand,
  },
  restore: {
    summary: 'Replace the database with a backup. The service must not be running.',
    help: 'The backup is verified first. Pictures are restored from fettle-pictures beside it. The previous database is kept, under a name that is printed.',
    takes: ['<file>'],
    load: async () => (await import('./commands/restore.ts')).runRestoreCommand,
  },
  move: {
    summary: 'Copy everything from SQLite into an empty PostgreSQL. The service must not be running.',
    help: `It copies fettle.db in DATA_DIR, which it only reads, to the PostgreSQL that DATABASE_URL names.

Every row is compared on arrival, and the move is one transaction: if it fails or is killed, PostgreSQL stays empty and the
command can be run again. Ids, logins and passwords do not change. Pictures are not touched.`,
    takes: [],
    load: async () => (await import('./commands/move.ts')).runMoveCommand,
  },
  invite: {
    summary: 'Add a member and print the one-time code to log in as that member.',
    help: `The service may keep running. For the name of an active member it makes a new code and switches off two-step verification.

  --admin             as an administrator: the way back in when every administrator is locked out`,
    takes: ['<name>'],
    options: { admin: { type: 'boolean' } },
    load: async () => (await import('./commands/invite.ts')).runInviteCommand,
  },
  import: {
    summary: 'Import the repairs, members or roster of a spreadsheet (CSV or XLSX).',
    help: `The service may keep running. Without --yes nothing is changed: it shows how the columns are read, what each
value becomes, the first rows as they will be imported, and each problem with its row. Rows that were imported before are recognised
and not added again. docs/import.md lists the headings and dates that are understood.
The texts are in the language of the shell (LANG), English or Chinese.

  --yes               import it: all rows, or nothing if a row has a problem
  --good              import only the rows without problems
  --refused <file>    write the rows that are left out into a new CSV file, each with its reason, to correct and import again
  --kind <kind>       the contents: tickets, members, roster or ords (the Open Repair Data Standard)
  --sheet <name>      the sheet of a workbook
  --columns <fields>  the columns from the left: created,device,,owner leaves out the third
  --values <value>    what a value means, as field:value=code, such as state:维修中=repairing; can be given several times
  --dates <order>     day_first or month_first, for dates such as 03/04/2026
  --unstated <how>    repairs without a status, an outcome or a date of completion: finished (the default) or open
  --doubles <how>     identical rows: import each of them (each, the default), or only one (once)
  --name <name>       the name of a roster
  --list              show the latest imports, and until when each can be undone
  --undo <number>     undo an import of the last 24 hours; what people have worked on since is kept and listed`,
    takes: ['[file]'],
    options: {
      yes: { type: 'boolean' },
      good: { type: 'boolean' },
      refused: { type: 'string' },
      kind: { type: 'string' },
      sheet: { type: 'string' },
      columns: { type: 'string' },
      values: { type: 'string', multiple: true },
      doubles: { type: 'string' },
      dates: { type: 'string' },
      unstated: { type: 'string' },
      name: { type: 'string' },
      list: { type: 'boolean' },
      undo: { type: 'string' },
    },
    load: async () => (await import('./commands/import.ts')).runImportCommand,
  },
  external: {
    summary: 'Show deliveries to the external ticket system, retry them, or compare with that system.',
    help: `The service may keep running.

  list                show deliveries that wait or are stuck, with the error of the last try
  retry               retry all stuck deliveries now
  retry <id>          retry the delivery with this number in the list now
  reconcile           look up every forwarded ticket there: a missing one is sent again, a changed number is corrected`,
    takes: ['<task>', '[id]'],
    load: async () => (await import('./commands/external.ts')).runExternalCommand,
  },
  ords: {
    summary: 'Write the finished repairs as open data: the CSV of the Open Repair Data Standard.',
    help: `The service may keep running. Names, phone numbers, email addresses, links, accounts and long numbers are removed
from the texts. Without --out it shows what would be published and writes nothing. Check it before you publish: docs/open-data.md.

  --from <day>        repairs finished on this day or later, such as 2026-03-01; without it, from the beginning
  --until <day>       and on this day or earlier; without it, until now
  --out <file>        write them to this file, which must not exist yet
  --country <code>    the country, as the three letters of ISO 3166-1, if it is not in the settings`,
    takes: [],
    options: {
      from: { type: 'string' },
      until: { type: 'string' },
      out: { type: 'string' },
      country: { type: 'string' },
    },
    load: async () => (await import('./commands/ords.ts')).runOrdsCommand,
  },
  demo: {
    summary: 'Fill an empty database with a whole term of a made-up team.',
    help: 'It refuses a database with people. `npm start -- --demo` does the same and starts the service.',
    takes: [],
    load: async () => (await import('./commands/demo.ts')).runDemoCommand,
  },
}
