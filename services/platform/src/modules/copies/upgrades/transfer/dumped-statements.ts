import type { Command } from '@colonnade/pg'

/**
 * The session that runs a dumped statement: its owner's, every session (settings), or our superuser's. The last is only for statements of
 * `catalogOnly`, and for objects owned by a superuser.
 */
export type DumpRunner = { readonly kind: 'owner'; readonly role: string } | { readonly kind: 'session' } | { readonly kind: 'administrator' }

export interface DumpedStatement {
  readonly text: string
  readonly runner: DumpRunner
}

/**
 * Prefixes of statements that need more rights than their owner has. Each of them only writes catalog rows: Postgres parses their expressions and
 * never evaluates them, so that no function, domain, cast or index expression of the project can run.
 * A statement that plans or evaluates an expression (CREATE TABLE, INDEX, AGGREGATE, MATERIALIZED VIEW …) must not be in this list.
 */
const catalogOnly: ReadonlySet<string> = new Set([
  // not owned by any project role
  'create extension',
  'create cast',
  'create transform',
  // owned through its table; the function is looked up, and its WHEN is parsed
  'create trigger',
  'create constraint',
  // ownership changes come from the old owner, who is superuser here
  'alter schema',
  // a table of another owner, or all tables of a schema; a row filter can call only Postgres's own functions, and is parsed
  'alter publication',
])

/** Ownerless statements that our superuser also runs. */
const ownerless: ReadonlySet<string> = new Set([...catalogOnly, 'comment on', 'alter default', 'grant', 'revoke'])

const authorization = /^set session authorization (?:default|'((?:[^']|'')*)')$/i

/** Settings that pg_dump changes for the following statements; never the role. */
const setting = /^SET (?!role\b)[a-z_]+ = /
const searchPath = `SELECT pg_catalog.set_config('search_path', '', false)`

/**
 * Returns each statement of `dumpSchema` with the session to run it in. pg_dump marks owners by SET SESSION AUTHORIZATION
 * (`--use-set-session-authorization`), which is never run.
 *
 * @param superusers roles of the server with objects that are ours
 * @throws Error for an ownerless statement that isn't known to write only the catalog; it never runs
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

/** pg_dump announces each statement in whole-line comments before it. */
function withoutComments(text: string): string {
  return text.replace(/^(?:\s|--[^\n]*(?:\n|$))+/, '').trim()
}
