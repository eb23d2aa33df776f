import type { Migration } from '@colonnade/pg-meta'
import { timeOfVersion } from '@colonnade/pg-meta/version-order'
import { statementRanges } from '../../../lib/sql-text/statement-ranges.ts'
import { readToken } from '../../../lib/sql-text/tokens.ts'

/** When it was recorded, or else the time that its version is. */
export const momentOf = ({ version, created_at }: Migration): string | null => created_at ?? timeOfVersion(version)

/** As command-line tools name files: "20240131120000_create_table_album.sql". */
export function fileNameOf({ version, name }: Pick<Migration, 'version' | 'name'>): string {
  const words = (name ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 100)
  return `${version.replaceAll(/[^\w.-]+/g, '_')}_${words === '' ? 'migration' : words}.sql`
}

/** Version and name that a file's name tells; what it does not tell is empty. */
export function readFileName(fileName: string): { readonly version: string; readonly name: string } {
  const { version = '', name = '' } = /^(?:(?<version>\d+)_)?(?<name>.*?)(?:\.sql)?$/s.exec(fileName)?.groups ?? {}
  return { version, name }
}

/** Its statements as a text that runs again: each with its semicolon. */
export function textOf({ statements }: Pick<Migration, 'statements'>): string {
  return (statements ?? []).map((statement) => `${ended(statement.trim())}\n`).join('\n')
}

/** Right behind its last word: behind a comment it would be a part of that. */
function ended(text: string): string {
  const last = statementRanges(text).at(-1)
  if (last === undefined || last.kind !== 'sql' || hasSemicolon(text, last.to)) return text
  return `${text.slice(0, last.to)};${text.slice(last.to)}`
}

/** Whether there is one after the last word that is not in a comment. */
function hasSemicolon(text: string, from: number): boolean {
  for (let token = readToken(text, from); token !== null; token = readToken(text, token.to)) if (token.text === ';') return true
  return false
}

/** All of them in the order in which they were applied, each below the name of its file. */
export function allTexts(migrations: readonly Migration[]): string[] {
  return migrations.toReversed().map((migration) => `-- ${fileNameOf(migration)}\n\n${textOf(migration)}\n\n`)
}

/** The statements of a file as migrations keep them: with the comments before them, without their semicolons. */
export function statementsIn(text: string): string[] {
  const statements: string[] = []
  let from = 0
  for (const { to, end, kind } of statementRanges(text)) {
    statements.push(text.slice(from, kind === 'sql' ? to : end).trim())
    from = end
  }
  return statements
}
