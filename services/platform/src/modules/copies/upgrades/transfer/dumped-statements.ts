import type { Command } from '@colonnade/pg'

/**
 * Who runs a statement of a dump: its owner on a connection of their own, every connection (settings), or our superuser. The last is only for
 * statements of `catalogOnly`, and for objects that belong to a superuser.
 */
export type DumpRunner = { readonly kind: 'owner'; readonly role: string } | { readonly kind: 'session' } | { readonly kind: 'administrator' }

export interface DumpedStatement {
  readonly text: string
  readonly runner: DumpRunner
}

/**
 * Statements that need more than their owner may have, by their first words. Each of them writes rows of the catalog and nothing else:
 * Postgres parses what they hold and never evaluates it, so that no function, domain, cast or index expression of the project's can run.
 * A statement that plans or evaluates an expression (CREATE TABLE, INDEX, AGGREGATE, MATERIALIZED VIEW …) must not be in this list.
 */
const catalogOnly: ReadonlySet<string> = new Set([
  // belong to no role of the project
  'create extension',
  'create cast',
  'create transform',
  // belongs to its table; the function is looked up, and its WHEN is parsed
  'create trigger',
  'create constraint',
  // a new owner is set by the old one, who is nobody here
  'alter schema',
  // a table of another owner, or all tables of a schema; a row filter may call only Postgres's own functions, and is parsed
  'alter publication',
])

/** Statements without an owner that our superuser runs besides. */
const ownerless: ReadonlySet<string> = new Set([...catalogOnly, 'comment on', 'alter default', 'grant', 'revoke'])

const authorization = /^set session authorization (?:default|'((?:[^']|'')*)')$/i

/** What pg_dump sets for what comes next; never the role. */
const setting = /^SET (?!role\b)[a-z_]+ = /
const searchPath = `SELECT pg_catalog.set_config('search_path', '', false)`

/**
 * Says of each statement of `dumpSchema` who runs it. pg_dump says whose object comes next by SET SESSION
 * AUTHORIZATION (`--use-set-session-authorization`), which is never run.
 *
 * @param superusers roles of the server whose objects are ours
 * @throws Error for a statement of no owner that is not known to write the catalog alone: it is never run
 */
export function readDump(commands: readonly Command[], superusers: ReadonlySet<string>): DumpedStatement[] {
  const statements: DumpedStatement[] = []
  let owner: string | null = null
  for (const command of commands) {
    const written = withoutComments(command.text)
    const kind = command.words.slice(0, 2).join(' ')
    const becomes = authorization.exec(written)
    if (becomes !== null) owner = becomes[1]?.replaceAll("''", "'") ?? null
    else if (/^reset session authorization$/i.test(written)) owner = null
    else if (setting.test(written) || written === searchPath) statements.push({ text: written, runner: { kind: 'session' } })
    else if (owner !== null && superusers.has(owner)) statements.push({ text: written, runner: { kind: 'administrator' } })
    else if (catalogOnly.has(kind) || (owner === null && (ownerless.has(kind) || ownerless.has(command.words[0]!))))
      statements.push({ text: written, runner: { kind: 'administrator' } })
    else if (owner === null) throw new Error(`A dump holds a statement that belongs to nobody: ${kind}`)
    else statements.push({ text: written, runner: { kind: 'owner', role: owner } })
  }
  return statements
}

/** pg_dump writes what comes next in comments of whole lines before each statement. */
function withoutComments(text: string): string {
  return text.replace(/^(?:\s|--[^\n]*(?:\n|$))+/, '').trim()
}
