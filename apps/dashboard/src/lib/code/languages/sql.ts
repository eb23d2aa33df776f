import { PostgreSQL } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'

/** SQL and PL/pgSQL as Postgres reads them. */
export const sqlLanguage: Extension = PostgreSQL.language
