import type { Migration } from '@colonnade/pg-meta'
import { timeOfVersion } from '@colonnade/pg-meta/version-order'
import { statementRanges } from '../../../lib/sql-text/statement-ranges.ts'
import { readToken } from '../../../lib/sql-text/tokens.ts'

/** Returns when a migration was recorded, or the time its version denotes. */
export const momentOf = ({ version, created_at }: Migration): string | null => created_at ?? timeOfVersion(version)

/** Names a file as command-line tools do: "20240131120000_create_table_album.sql". */
export function fileNameOf({ version, name }: Pick<Migration, 'version' | 'name'>): string {
  const words = (name ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 100)
  return `${version.replaceAll(/[^\w.-]+/g, '_')}_${words === '' ? 'migration' : words}.sql`
}

/** Reads the version and the name from a file's name; a missing part is empty. */
export function readFileName(fileName: string): { readonly version: string; readonly name: string } {
  const { version = '', name = '' } = /^(?:(?<version>\d+)_)?(?<name>.*?)(?:\.sql)?$/s.exec(fileName)?.groups ?? {}
  return { version, name }
}

/** Joins the statements into a script that can run again, each with its semicolon. */
export function textOf({ statements }: Pick<Migration, 'statements'>): string {
  return (statements ?? []).map((statement) => `${ended(statement.trim())}\n`).join('\n')
}

/** Puts the semicolon right after the last word: after a comment, it would be part of the comment. */
function ended(text: string): string {
  const last = statementRanges(text).at(-1)
  if (last === undefined || last.kind !== 'sql' || hasSemicolon(text, last.to)) return text
  return `${text.slice(0, last.to)};${text.slice(last.to)}`
}

/** Looks for a semicolon after the last word, outside comments. */
function hasSemicolon(text: string, from: number): boolean {
  for (let token = readToken(text, from); token !== null; token = readToken(text, token.to)) if (token.text === ';') return true
  return false
}

/** Returns all migrations in the order in which they were applied, each below its file name. */
export function allTexts(migrations: readonly Migration[]): string[] {
  return migrations.toReversed().map((migration) => `-- ${fileNameOf(migration)}\n\n${textOf(migration)}\n\n`)
}

/** Splits a file into statements as migrations store them: with the comments before them, without semicolons. */
export function statementsIn(text: string): string[] {
  const statements: string[] = []
  let from = 0
  for (const { to, end, kind } of statementRanges(text)) {
    statements.push(text.slice(from, kind === 'sql' ? to : end).trim())
    from = end
  }
  return statements
}
