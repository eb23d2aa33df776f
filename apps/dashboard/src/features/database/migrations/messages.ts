/** Texts of the list of migrations. */
export const migrationsText = {
  title: 'Migrations',
  description: 'Schema changes recorded by the dashboard or by command-line tools, as SQL.',
  noun: 'migration',
  markApplied: 'Mark as applied',
  compare: 'Compare',
  downloadAll: 'Download all',
  empty: 'No migrations yet',
  emptyText:
    'Changes you make on these pages and in the table editor’s forms are recorded in supabase_migrations.schema_migrations, which command-line tools also use. Changes you make in the SQL editor aren’t recorded automatically. They show up here, where you can record or dismiss them.',
  gone: 'It was marked as not applied since this list was loaded.',
  version: 'Version',
  name: 'Name',
  noName: 'No name',
  statements: 'Statements',
  notStored: 'Not stored',
  by: 'Applied by',
  when: 'Applied',
} as const

/** Texts of the panel of one migration. */
export const migrationText = {
  by: (who: string) => ` · by ${who}`,
  markNotApplied: 'Mark as not applied',
  download: 'Download',
  compare: 'Compare',
  openEditor: 'Open in editor panel',
  noStatements: 'The tool that applied this migration stored only its version, not its statements.',
  sql: 'SQL',
  confirmTitle: (version: string) => `Mark ${version} as not applied?`,
  confirmText:
    'Deletes its record, including its statements. The database itself doesn’t change. Command-line tools that have the file will apply it again.',
  markedNotApplied: (version: string) => `${version} marked as not applied`,
} as const

/** Texts of the form that marks a migration as applied. */
export const appliedText = {
  title: 'Mark as applied',
  description: 'Records a migration that is already applied to the database. Stores its SQL without running it.',
  markedApplied: (version: string) => `${version} marked as applied`,
  chooseFile: 'Choose a file',
  fileHint: 'A file name such as 20240131120000_create_album.sql sets the version and the name.',
  sqlFile: 'SQL file',
  fileTooLarge: (file: string, size: string, most: string) =>
    `${file} is ${size}. This form accepts files up to ${most}. Use a command-line tool for larger files.`,
  version: 'Version',
  versionHint: 'Orders the migrations. Usually the time in UTC, to the second.',
  name: 'Name',
  sql: 'SQL',
  versionInvalid: 'Enter a number, such as a time: 20240131120000',
  versionTaken: 'A migration with this version already exists',
  nameMissing: 'Enter a name',
  sqlMissing: 'Paste the SQL that was run, or choose its file',
  change: (version: string) => `Mark ${version} as applied`,
  undo: (version: string) => `Mark ${version} as not applied`,
} as const

/** Texts of the comparison of two migrations. */
export const compareText = {
  title: 'Compare migrations',
  search: 'Search migrations',
  noMatch: 'No matching migrations',
  from: 'From',
  to: 'To',
  before: (version: string) => `Migration ${version}`,
  after: (version: string) => `Migration ${version}, compared`,
} as const

/** Texts of changes that no migration records. */
export const unrecordedText = {
  title: 'Unrecorded changes',
  descriptionView: 'Made in the SQL editor or by other clients, newest first. Members who can change the database can record or dismiss them.',
  description:
    'Made in the SQL editor or by other clients, newest first. Recording them doesn’t run them again. Each keeps its place in time, so they become several migrations if others were recorded in between.',
  drifted: 'The database has drifted from its migrations.',
  notice: (count: number, isAtLeast: boolean) =>
    count === 1 ? '1 schema change isn’t in any migration.' : `${count}${isAtLeast ? ' or more' : ''} schema changes aren’t in any migration.`,
  review: 'Review',
  close: 'Close',
  none: 'No unrecorded changes left.',
  list: 'Changes',
  by: (who: string, client: string) => ` · by ${who}${client === '' ? '' : ` · ${client}`}`,
  sql: 'SQL',
  notStored:
    'Colonnade didn’t store this SQL, because it may contain a password. The migration leaves it out. To record it, write the SQL to a file, mark that as applied, and dismiss the change here.',
  cut: 'Only the beginning is stored, so the migration leaves it out.',
  masked: (mask: string) => `Its password isn’t stored. Here and in the migration, “${mask}” replaces it.`,
  name: 'Migration name',
  namePlaceholder: 'add_album_label',
  nameMissing: 'Enter a name',
  noneSelected: 'Select at least one change',
  noSql: 'The SQL of these changes isn’t stored. Dismiss them, or mark a file with their SQL as applied.',
  all: (count: number) => `${count} changes`,
  some: (count: number, all: number) => `${count} of ${all} changes`,
  include: (commands: string, objects: string) => `Include in the migration: ${commands} of ${objects}`,
  record: 'Record as migration',
  recorded: 'Changes recorded',
  recordChange: 'Record changes',
  dismissSelected: 'Dismiss selected',
  dismiss: 'Dismiss',
  dismissChange: 'Dismiss changes',
  dismissTitle: (count: number) => (count === 1 ? 'Dismiss this change?' : `Dismiss ${count} changes?`),
  dismissText: (count: number) =>
    `Removes ${count === 1 ? 'it' : 'them'} from this list, so you can no longer record ${count === 1 ? 'it' : 'them'} here. The database doesn’t change.`,
  dismissed: (count: number) => (count === 1 ? 'Change dismissed' : 'Changes dismissed'),
} as const
