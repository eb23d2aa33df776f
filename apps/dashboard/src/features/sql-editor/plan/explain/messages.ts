export const explainMenuText = {
  explain: 'Explain',
  planOnly: 'plan only',
  runsIt: 'runs it',
  explainAnalyze: 'Explain analyze',
  include: 'Include',
  pastePlan: 'Paste a plan…',
  undoneTitle: 'Run the statement and roll it back?',
  undoneBody:
    'Explain analyze runs the statement to measure it. Because this statement makes changes, it runs in a transaction that is rolled back afterwards. Affected rows stay locked until then. Sequence values it used and effects of triggers outside this database aren’t undone.',
  runAndRollBack: 'Run and roll back',
} as const

export const explainPartText = {
  buffers: 'Buffers: blocks read and written',
  verbose: 'Verbose: columns and schemas',
  settings: 'Settings: values that differ from the defaults',
  wal: 'WAL: records written (analyze only)',
  nothing: 'Nothing to explain yet. Write a statement first.',
  notExplainable: 'Postgres can only explain SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES, EXECUTE, DECLARE and CREATE TABLE AS.',
} as const

export const pastePlanText = {
  unreadable: 'This isn’t a query plan. Paste the full output of EXPLAIN, as text or JSON.',
  pastePlan: 'Paste a plan',
  pastedPlan: 'Pasted plan',
  cancel: 'Cancel',
  showPlan: 'Show plan',
  pasteAnother: 'Paste another',
  close: 'Close',
  plan: 'Query plan',
  planHint: 'The output of EXPLAIN, as text or JSON. You can include the table frame that psql prints.',
} as const
