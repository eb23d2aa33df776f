import type { DoneStatement } from './run-state.ts'

const nothing = new Set(['SELECT', 'SHOW', 'EXPLAIN', 'SET', 'BEGIN', 'START TRANSACTION', 'SAVEPOINT', 'RELEASE', 'DECLARE CURSOR', 'FETCH', 'MOVE'])
const rows = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY', 'TRUNCATE TABLE'])

/** What of a project may be another after statements, by their tags: rows only, or also what there is. COMMIT may end a transaction that made anything. */
export function whatChanges(statements: readonly Pick<DoneStatement, 'command'>[]): 'nothing' | 'rows' | 'anything' {
  const telling = statements.filter(({ command }) => !nothing.has(command))
  if (telling.length === 0) return 'nothing'
  return telling.every(({ command }) => rows.has(command)) ? 'rows' : 'anything'
}
