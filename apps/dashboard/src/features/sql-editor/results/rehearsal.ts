import type { QueryField } from '@colonnade/contracts/data/queries'
import type { SqlRunState } from '../run/run-state.ts'

const typesAndValues = [
  ['bigint', '1'],
  ['text', 'a'],
  ['boolean', 'true'],
  ['jsonb', '{}'],
  ['timestamp with time zone', '2024-01-01 00:00:00+00'],
  ['numeric', null],
] as const

/**
 * An answer that nobody sees or hears. It is drawn in small steps while the page has nothing else to do, and the first real one takes its
 * place: building all parts of an answer, by code that runs for the first time, would hold up the page.
 */
export const rehearsal: Extract<SqlRunState, { kind: 'done' }> = {
  kind: 'done',
  key: 'rehearsal',
  part: { text: '', offset: 0, start: { line: 1, column: 1 }, isSelection: false },
  options: { rowLimit: null, timeoutMs: 0 },
  output: {
    sets: [
      {
        fields: typesAndValues.map(([type], place): QueryField => ({ name: `c${place}`, type, type_oid: 0, table_oid: 0, column_number: 0 })),
        rows: Array.from({ length: 8 }, () => typesAndValues.map(([, value]) => value)),
        count: 8,
        cut: new Map(),
        isComplete: true,
        isTruncated: false,
      },
    ],
    statements: [{ command: 'SELECT', rowCount: 8, durationMs: 1, set: 0 }],
    notices: [],
  },
  tookMs: 1,
  durationMs: 1,
  transaction: 'none',
}
