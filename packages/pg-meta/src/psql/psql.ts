import { literal, sql, toText, type Fragment } from '@colonnade/sql'
import * as describe from './describe.ts'
import { readPattern } from './name-pattern.ts'

/** What a command of psql's comes to here: queries of the catalog on one line, or words on what to do instead. */
export type PsqlMeaning = { readonly kind: 'query'; readonly sql: string } | { readonly kind: 'explained'; readonly words: string }

const relationKinds: Readonly<Record<string, readonly string[]>> = {
  '': ['r', 'p', 'v', 'm', 'S', 'f'],
  t: ['r', 'p'],
  v: ['v'],
  m: ['m'],
  i: ['i', 'I'],
  s: ['S'],
  E: ['f'],
}

const explanations: Readonly<Record<string, string>> = {
  timing: 'Every run already shows its duration.',
  copy: 'The database can’t access files on your machine. Use “Import data” in the table editor to import, and “Download” below a result to export.',
  c: 'The editor is connected to this project. To switch, choose another project at the top of the page.',
  x: 'Open a row of the result to see one column per line.',
  i: 'Open the .sql file with “Import” in the snippet list.',
  e: 'Write your SQL in this editor.',
  q: 'Close the tab to leave.',
  h: 'Hover over a word or press F12 on it. SQL commands are described in the Postgres documentation.',
  g: 'Press Run instead.',
  watch: 'Run the query again instead. The editor doesn’t repeat queries automatically.',
  set: 'Write :name in the query. The editor asks for its value before the run.',
  echo: 'Use select, or raise notice in a do block.',
  if: 'psql conditions aren’t supported here. Use a PL/pgSQL do block.',
  gset: 'Write :name in the query. The editor asks for its value before the run.',
  password: 'Use alter role … password, or reset the password in the database settings.',
  o: 'Download the result with the buttons below it.',
  pset: 'Results are shown as a grid. Choose a format when you copy or download them.',
}

const sameAs: Readonly<Record<string, string>> = {
  connect: 'c',
  include: 'i',
  ir: 'i',
  include_relative: 'i',
  edit: 'e',
  ef: 'e',
  ev: 'e',
  quit: 'q',
  help: 'h',
  gx: 'g',
  gexec: 'g',
  gdesc: 'g',
  crosstabview: 'pset',
  a: 'pset',
  H: 'pset',
  t: 'pset',
  out: 'o',
  w: 'o',
  write: 'o',
  unset: 'set',
  prompt: 'set',
  elif: 'if',
  else: 'if',
  endif: 'if',
  qecho: 'echo',
  warn: 'echo',
  s: 'e',
  r: 'e',
  p: 'e',
}

const known = String.raw`\d \dt \dv \dm \di \ds \df \dn \du \dx \dT \dp \l \sf \sv and \conninfo`

/** Reads one line that begins with a backslash. Queries hold no line breaks, so that what follows stays on its line. */
export function readPsqlCommand(line: string): PsqlMeaning {
  const [, name = '', rest = ''] = /^\\(\S*)\s*([^]*)$/.exec(line.trim()) ?? []
  const argument = rest.replace(/;\s*$/, '').trim()
  const fragments = queriesOf(name, argument)
  if (fragments !== null) return { kind: 'query', sql: fragments.map(toText).join(' ') }
  const meant = Object.hasOwn(sameAs, name) ? sameAs[name]! : name
  const words = Object.hasOwn(explanations, meant) ? explanations[meant] : undefined
  if (words !== undefined) return { kind: 'explained', words: `\\${name} is a psql command. ${words}` }
  if (name === '?') return { kind: 'explained', words: `Supported psql commands: ${known}.` }
  return { kind: 'explained', words: `\\${name} is a psql command that isn’t supported here. Supported commands: ${known}.` }
}

function queriesOf(name: string, argument: string): readonly Fragment[] | null {
  const [, letters = '', flags = ''] = /^([a-zA-Z]+?)([S+]*)$/.exec(name) ?? []
  const options = { isWide: flags.includes('+'), isSystem: flags.includes('S') }
  const pattern = argument === '' ? null : readPattern(argument)
  const kinds = letters.startsWith('d') ? relationKinds[letters.slice(1)] : undefined
  if (letters === 'd' && pattern !== null && !pattern.isWild) return [describe.describeRelation(argument, options.isWide)]
  if (kinds !== undefined) return [describe.relationsOf(kinds, pattern, options)]
  switch (letters) {
    case 'df':
    case 'da':
      return [describe.functionsOf(pattern, options)]
    case 'dn':
      return [describe.schemasOf(pattern, options)]
    case 'du':
    case 'dg':
      return [describe.rolesOf(pattern, options)]
    case 'l':
    case 'list':
      return [describe.databasesOf(pattern, options.isWide)]
    case 'dx':
      return [describe.extensionsOf(pattern)]
    case 'dT':
      return [describe.typesOf(pattern, options)]
    case 'dp':
    case 'z':
      return [describe.privilegesOf(pattern, options)]
    case 'sf':
      return argument === ''
        ? null
        : [
            sql`select pg_catalog.pg_get_functiondef(${literal(argument)}::${argument.includes('(') ? sql`pg_catalog.regprocedure` : sql`pg_catalog.regproc`}) as "Definition";`,
          ]
    case 'sv':
      return argument === '' ? null : [sql`select pg_catalog.pg_get_viewdef(${literal(argument)}::pg_catalog.regclass, true) as "Definition";`]
    case 'conninfo':
      return [
        sql`select pg_catalog.current_database() as "Database", current_user as "User", pg_catalog.inet_server_port() as "Port", pg_catalog.version() as "Server";`,
      ]
    default:
      return null
  }
}
