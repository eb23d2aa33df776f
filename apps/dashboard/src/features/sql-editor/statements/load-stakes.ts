import { decodeRows, type RowsOf, type Statement } from '@colonnade/pg-meta'
import { listDependents, type Dependent, type DropTarget } from '@colonnade/pg-meta/dependents'
import { describeSchemaStakes, describeStakes, explainText, plannedRows, type Stake } from '@colonnade/pg-meta/stakes'
import type { Danger } from '@colonnade/pg-meta/statements'
import type { z } from 'zod'
import { runSql, type RunAs } from '../../../scope/run-sql.ts'
import { maxAskedDependents, maxAskedPlans, maxAskedRelations, stakesTimeoutMs } from '../limits.ts'
import type { Finding } from './findings.ts'
import { dropKey, relationKey, wantedRelations, type Stakes } from './stakes.ts'

/** Finds out what is at stake. Whatever fails or takes too long is left out: what is asked about does not depend on it. */
export async function loadStakes(ref: string, findings: readonly Finding[], as: RunAs | undefined): Promise<Stakes> {
  const [{ relations, dependents }, schemas, planned] = await Promise.all([
    loadRelations(ref, findings),
    loadSchemas(ref, findings),
    loadPlans(ref, findings, as),
  ])
  return { relations, dependents, schemas, planned }
}

async function loadRelations(ref: string, findings: readonly Finding[]): Promise<Pick<Stakes, 'relations' | 'dependents'>> {
  const wanted = wantedRelations(findings).slice(0, maxAskedRelations)
  const relations = new Map<string, Stake>()
  const dependents = new Map<string, readonly Dependent[]>()
  if (wanted.length === 0) return { relations, dependents }
  for (const stake of (await rowsOf(ref, describeStakes(wanted))) ?? []) relations.set(relationKey(wanted[stake.place]!), stake)
  const drops = dangersOf(findings).flatMap((danger) => dropOf(danger, relations))
  await Promise.all(
    drops.slice(0, maxAskedDependents).map(async ({ key, target }) => {
      const found = await rowsOf(ref, listDependents(target))
      if (found !== null)
        dependents.set(
          key,
          found.filter(({ how }) => how !== 'belongs'),
        )
    }),
  )
  return { relations, dependents }
}

function dropOf(danger: Danger, relations: ReadonlyMap<string, Stake>): { readonly key: string; readonly target: DropTarget }[] {
  if (danger.relation === undefined || (danger.code !== 'drop' && danger.code !== 'drop_column')) return []
  const id = relations.get(relationKey(danger.relation))?.id
  if (id === undefined || id === null) return []
  const column = danger.code === 'drop_column' ? danger.column : undefined
  return [{ key: dropKey(danger.relation, column), target: { id, column } }]
}

async function loadSchemas(ref: string, findings: readonly Finding[]): Promise<Stakes['schemas']> {
  const names = dangersOf(findings).flatMap((danger) => (danger.code === 'drop' && danger.kind === 'schema' ? [danger.object] : []))
  if (names.length === 0) return new Map()
  const found = (await rowsOf(ref, describeSchemaStakes(names.slice(0, maxAskedRelations)))) ?? []
  return new Map(found.map((stake) => [names[stake.place]!, stake]))
}

async function loadPlans(ref: string, findings: readonly Finding[], as: RunAs | undefined): Promise<Stakes['planned']> {
  const matching = findings.filter(({ items }) => items.some(({ kind }) => kind === 'matched')).slice(0, maxAskedPlans)
  const planned = new Map<number, number>()
  await Promise.all(
    matching.map(async ({ index, text }) => {
      const rows = plannedRows((await valueOf(ref, explainText(text), as)) ?? '')
      if (rows !== null) planned.set(index, rows)
    }),
  )
  return planned
}

function dangersOf(findings: readonly Finding[]): Danger[] {
  return findings.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'danger' ? [item.danger] : [])))
}

async function rowsOf<Rows extends z.ZodType>(ref: string, statement: Statement<Rows>): Promise<RowsOf<Statement<Rows>> | null> {
  try {
    const { results } = await runSql(ref, { query: statement.sql, read_only: true, timeout_ms: stakesTimeoutMs })
    return decodeRows(statement, results)
  } catch {
    return null
  }
}

async function valueOf(ref: string, query: string, as: RunAs | undefined): Promise<string | null> {
  try {
    const { results } = await runSql(ref, { query, read_only: true, timeout_ms: stakesTimeoutMs, as })
    return results[0]?.rows[0]?.[0] ?? null
  } catch {
    return null
  }
}
