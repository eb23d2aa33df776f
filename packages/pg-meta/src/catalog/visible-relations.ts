import { ident, sql, type Fragment } from '@colonnade/sql'

/** Schemas that lists leave out unless asked: Postgres's own (spec §9), and the platform's, in which it keeps its books. */
export const systemSchemas = ['information_schema', 'pg_catalog', 'pg_toast', '_colonnade'] as const

/** Whether the current user may see the relation: owns it, or holds any privilege on it or on one of its columns. */
export function isVisibleRelation(relation: string): Fragment {
  const oid = ident(relation, 'oid')
  return sql`(pg_catalog.pg_has_role(${ident(relation, 'relowner')}, 'USAGE')
      or pg_catalog.has_table_privilege(${oid}, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
      or pg_catalog.has_any_column_privilege(${oid}, 'SELECT, INSERT, UPDATE, REFERENCES'))`
}

/** A text as a pattern of `like` that matches it anywhere, whatever it holds. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
}
