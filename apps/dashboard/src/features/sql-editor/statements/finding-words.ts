import { describeDanger, relationText, type RelationName, type TableLock } from '@colonnade/pg-meta/statements'
import type { Stake } from '@colonnade/pg-meta/stakes'
import type { Dependent } from '@colonnade/pg-meta/dependents'
import { formatBytes } from '../../../lib/bytes.ts'
import { rowsText } from '../wording.ts'
import type { Finding, FindingItem } from './findings.ts'
import { findingText } from './messages.ts'
import { dropKey, relationKey, type Stakes } from './stakes.ts'

/** Names of tables listed in a line. */
const maxListedNames = 12

export interface ItemWords {
  readonly tone: 'danger' | 'warning' | 'neutral'
  readonly text: string
  /** The amount of data: "≈ 1,200 rows, 96 kB". Null while unknown, or where nothing is lost. */
  readonly stake: string | null
  /** The alternative, or further facts. */
  readonly advice: string | null
  /** Objects that are dropped with it. */
  readonly dependents: readonly Dependent[]
}

/** Describes a finding about a statement. */
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
        advice: dependents?.length ? findingText.dependents(dependents.length, isDrop && danger.cascade) : null,
        dependents: dependents ?? [],
      }
    }
    case 'lock': {
      const stake = item.lock.relation && stakes.relations.get(relationKey(item.lock.relation))
      return { ...plain, tone: 'warning', text: lockWords(item.lock), stake: stake ? stakeText(stake) : null, advice: item.lock.gentler }
    }
    case 'unsecured':
      return {
        ...plain,
        tone: 'warning',
        text: unsecuredText([item.relation, ...item.others]),
        advice: findingText.exposed(1 + item.others.length),
      }
    case 'opened':
      return {
        ...plain,
        tone: 'warning',
        text: findingText.opened(relationText(item.relation)),
        advice: findingText.openedAdvice,
      }
    case 'misplaced':
      return {
        ...plain,
        tone: 'warning',
        text: findingText.misplaced,
        advice: item.why === 'beside others' ? findingText.besideOthers : findingText.openTransaction,
      }
    case 'matched': {
      const rows = stakes.planned.get(index)
      const { how, relation } = item.matched
      return {
        ...plain,
        tone: 'neutral',
        text: findingText.matched(how, relationText(relation)),
        stake: rows === undefined ? null : findingText.planned(rowsText(Math.round(rows))),
      }
    }
    case 'change':
      return { ...plain, tone: 'neutral', text: findingText.change }
  }
}

function columnOf(danger: { readonly code: string; readonly column?: string }): string | undefined {
  return danger.code === 'drop_column' ? danger.column : undefined
}

/** "Creates table album …", "Creates 11 tables …: album, artist, …" */
function unsecuredText(relations: readonly RelationName[]): string {
  const names = relations.map(relationText)
  if (names.length === 1) return findingText.unsecuredOne(names[0]!)
  return findingText.unsecured(names.length, names.slice(0, maxListedNames).join(', '), names.length - maxListedNames)
}

/** "≈ 1,200 rows, 96 kB"; of a missing one, that it doesn't exist. */
export function stakeText({ id, rows_estimate: rows, bytes, kind }: Stake): string | null {
  if (id === null) return findingText.missing
  if (kind === 'v' || kind === 'f' || kind === 'S') return null
  return rows === null ? findingText.uncounted(formatBytes(bytes)) : `≈ ${rowsText(Math.round(rows))}, ${formatBytes(bytes)}`
}

function schemaText({ relations, bytes }: { readonly relations: number | null; readonly bytes: number }): string {
  if (relations === null) return findingText.missing
  return findingText.schema(relations, formatBytes(bytes))
}

/** "CREATE INDEX locks album (SHARE): nobody can write while the index is built" */
export function lockWords({ relation, mode, work, by }: TableLock): string {
  return findingText.lock(by, relation === null ? null : relationText(relation), mode, work)
}
