import { type Fragment, sql, type SqlText, toText } from '@colonnade/sql'

/** Postgres prints names with their schemas if these are not on the path. The setting colonnade.search_path holds the original path. */
const withoutPath = sql`select pg_catalog.set_config('colonnade.search_path', pg_catalog.current_setting('search_path'), true), pg_catalog.set_config('search_path', '', true);`
const withPath = sql`do 'begin perform pg_catalog.set_config(''search_path'', pg_catalog.current_setting(''colonnade.search_path''), true); end';`

/** A query whose printed expressions name everything with its schema, so that they mean the same under every search_path. */
export function printedWithSchemas(select: Fragment): SqlText {
  return [withoutPath, select, withPath].map((statement) => toText(statement)).join('\n') as SqlText
}
