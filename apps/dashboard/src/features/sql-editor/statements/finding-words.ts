import { describeDanger, relationText, type LockMode, type LockWork, type RelationName, type TableLock } from '@colonnade/pg-meta/statements'
import type { Stake } from '@colonnade/pg-meta/stakes'
import type { Dependent } from '@colonnade/pg-meta/dependents'
import { formatBytes } from '../../../lib/bytes.ts'
import { rowsText } from '../wording.ts'
import type { Finding, FindingItem } from './findings.ts'
import { dropKey, relationKey, type Stakes } from './stakes.ts'

/** Names of tables that are written out in a line. */
const maxListedNames = 12

export interface ItemWords {
  readonly tone: 'danger' | 'warning' | 'neutral'
  readonly text: string
  /** How much it is about: "≈ 1,200 rows, 96 kB". Null while that is not known, or where nothing is lost. */
  readonly stake: string | null
  /** What to do instead, or what else to know. */
  readonly advice: string | null
  /** What goes along. */
  readonly dependents: readonly Dependent[]
}

/** What is to be known about a statement, in words. */
export function wordsOf(item: FindingItem, { index }: Pick<Finding, 'index'>, stakes: Stakes): ItemWords {
  const plain = { stake: null, advice: null, dependents: [] }
  switch (item.kind) {
    case 'danger': {
      const { danger } = item
      const stake = danger.relation && stakes.relations.get(relationKey(danger.relation))
      const schema = danger.code === 'drop' && danger.kind === 'schema' ? stakes.schemas.get(danger.object) : undefined
      const isDrop = danger.code === 'drop' || danger.code === 'drop_column'
      const dependents = isDrop && danger.relation ? stakes.dependents.get(dropKey(danger.relation, columnOf(danger))) : undefined
      return {
        tone: 'danger',
        text: describeDanger(danger),
        stake: schema ? schemaText(schema) : stake ? stakeText(stake) : null,
        advice: dependents?.length ? dependentsAdvice(dependents, isDrop && danger.cascade) : null,
        dependents: dependents ?? [],
      }
    }
    case 'lock': {
      const stake = item.lock.relation && stakes.relations.get(relationKey(item.lock.relation))
      return { ...plain, tone: 'warning', text: lockText(item.lock), stake: stake ? stakeText(stake) : null, advice: item.lock.gentler }
    }
    case 'unsecured':
      return {
        ...plain,
        tone: 'warning',
        text: unsecuredText([item.relation, ...item.others]),
        advice:
          item.others.length === 0
            ? 'The data API serves its schema: whoever has the public key could read and change all of its rows.'
            : 'The data API serves their schemas: whoever has the public key could read and change all of their rows.',
      }
    case 'opened':
      return {
        ...plain,
        tone: 'warning',
        text: `Switches off the row-level security of ${relationText(item.relation)}`,
        advice:
          'The data API serves its schema: whoever has the public key could read and change all of its rows. Its policies stay, but hold for nobody.',
      }
    case 'misplaced':
      return {
        ...plain,
        tone: 'warning',
        text: 'Postgres refuses this inside of a transaction',
        advice:
          item.why === 'beside others'
            ? 'Statements that run together share a transaction. Select it and run it alone, or turn on Commit each statement in the options.'
            : 'A transaction is open on this connection. Commit it or roll it back first.',
      }
    case 'matched': {
      const rows = stakes.planned.get(index)
      const { how, relation } = item.matched
      return {
        ...plain,
        tone: 'neutral',
        text: `${how === 'delete' ? 'Deletes' : 'Changes'} the rows of ${relationText(relation)} that its WHERE finds`,
        stake: rows === undefined ? null : `≈ ${rowsText(Math.round(rows))} by the planner`,
      }
    }
    case 'change':
      return { ...plain, tone: 'neutral', text: 'Changes the database' }
  }
}

function columnOf(danger: { readonly code: string; readonly column?: string }): string | undefined {
  return danger.code === 'drop_column' ? danger.column : undefined
}

/** "Makes table album …", "Makes 11 tables …: album, artist, …" */
function unsecuredText(relations: readonly RelationName[]): string {
  const names = relations.map(relationText)
  if (names.length === 1) return `Makes table ${names[0]} without row-level security`
  const more = names.length > maxListedNames ? ` and ${names.length - maxListedNames} more` : ''
  return `Makes ${names.length} tables without row-level security: ${names.slice(0, maxListedNames).join(', ')}${more}`
}

/** "≈ 1,200 rows, 96 kB"; of what is not there, that. */
export function stakeText({ id, rows_estimate: rows, bytes, kind }: Stake): string | null {
  if (id === null) return 'there is none of that name'
  if (kind === 'v' || kind === 'f' || kind === 'S') return null
  return rows === null ? `${formatBytes(bytes)}, rows not counted yet` : `≈ ${rowsText(Math.round(rows))}, ${formatBytes(bytes)}`
}

function schemaText({ relations, bytes }: { readonly relations: number | null; readonly bytes: number }): string {
  if (relations === null) return 'there is none of that name'
  return `${relations === 1 ? '1 table or view' : `${relations} tables and views`}, ${formatBytes(bytes)}`
}

function dependentsAdvice(dependents: readonly Dependent[], isCascade: boolean): string {
  const count = dependents.length === 1 ? '1 other object depends' : `${dependents.length} other objects depend`
  return isCascade ? `${count} on it and will be dropped, too:` : `${count} on it, so Postgres will refuse:`
}

const blocks: Readonly<Record<LockMode, string>> = {
  SHARE: 'nobody can write',
  'SHARE ROW EXCLUSIVE': 'nobody can write',
  EXCLUSIVE: 'nobody can write',
  'ACCESS EXCLUSIVE': 'nobody can read or write',
}

const works: Readonly<Record<LockWork, string>> = {
  rewrite: 'while all of it is written anew',
  maybe_rewrite: 'while all of it is written anew, if the change needs that',
  scan: 'while every row is checked',
  index: 'while the index is built',
  hold: 'until the transaction ends',
}

/** "CREATE INDEX locks album (SHARE): nobody can write while the index is built" */
export function lockText({ relation, mode, work, by }: TableLock): string {
  const what = relation === null ? 'every table, one after another' : relationText(relation)
  return `${by} locks ${what} (${mode}): ${blocks[mode]} ${works[work]}`
}
