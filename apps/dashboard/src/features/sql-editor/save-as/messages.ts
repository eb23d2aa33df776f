import type { SaveKind } from './save-sql.ts'

export const saveAsText = {
  menu: 'Save as',
  kinds: { view: 'View…', 'materialized-view': 'Materialized view…', function: 'Function…', migration: 'Migration…' } satisfies Record<
    SaveKind,
    string
  >,
  titles: {
    view: 'Save as view',
    'materialized-view': 'Save as materialized view',
    function: 'Save as function',
    migration: 'Save as migration',
  } satisfies Record<SaveKind, string>,
  submit: {
    view: 'Create view',
    'materialized-view': 'Create materialized view',
    function: 'Create function',
  },
  created: { view: 'View created', 'materialized-view': 'Materialized view created', function: 'Function created' },
  open: 'Open',
  cancel: 'Cancel',
  name: 'Name',
  schema: 'Schema',
  sql: 'SQL to run in one transaction',
  sqlLabel: 'SQL to run',
  noName: 'Enter a name to see the SQL.',
} as const

export const sourceText = {
  tooComplex: 'This query is too long or too complex to split into statements. Select a part of it and save that.',
  empty: 'Nothing to save. Write a statement first.',
  notSql: (problem: string) => `This isn’t valid SQL: ${problem}`,
  viewNeedsSelect: 'A view needs a single SELECT. Place the cursor in one.',
  functionNeedsQuery: 'A function needs a single SELECT, INSERT, UPDATE, DELETE or MERGE. Place the cursor in one.',
  noParameters: (name: string) => `Only functions have parameters. Replace :${name} with a value, or save as function.`,
  cannotRun: 'This starts or ends a transaction, or can’t run inside one. Run it first, then record it.',
} as const

export const viewText = {
  invoker: 'Apply row-level security of the reader (security invoker)',
  notInvoker: 'Anyone who can read the view sees all its rows, with the rights of its owner.',
  replace: 'Replace an existing view and keep its columns and grants',
  checkOption: 'Check option',
  checkOptionHint: 'Refuse rows that the view wouldn’t show',
  checkOptions: { none: 'None', local: 'Local', cascaded: 'Cascaded' },
  owner: 'Owner',
  materialized: 'Stores its rows until you refresh it. Row-level security doesn’t apply: anyone who can read it sees all its rows.',
  fill: 'Fill it now',
} as const

export const functionText = {
  noParameters: 'No parameters. Write :name in the query to add one.',
  typeOf: (name: string) => `Type of ${name}`,
  returns: 'Returns',
} as const

export const migrationText = {
  version: 'Version',
  versionHint: (hasRun: boolean) => `Migrations run in order of their version. Leave empty to use the time it ${hasRun ? 'ran' : 'runs'}.`,
  versionInvalid: 'Enter a number as the version, such as 20240131120000.',
  versionTaken: 'A migration with this version already exists',
  action: 'Action',
  runAndRecord: 'Run and record',
  recordOnly: 'Record only',
  record: 'Record as migration',
  recorded: 'Migration recorded',
  recordedAfterRun: 'Migration run and recorded',
  where: 'Recorded in supabase_migrations.schema_migrations, which command-line tools read. Nothing runs again.',
  whereRun: 'Recorded in supabase_migrations.schema_migrations, which command-line tools read.',
} as const

export const saveAsDialogText = {
  create: (value: string | number, name: string | number) => `Create ${value} ${name}`,
} as const
