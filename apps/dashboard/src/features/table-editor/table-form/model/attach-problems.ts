import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import { isSameType } from '../types/type-changes.ts'
import { attachProblemsText } from './messages.ts'

/**
 * What Postgres is known to refuse a table for that is to become a partition (its documentation, ALTER TABLE, ATTACH PARTITION): the same
 * columns, types and collations, NOT NULL and checks as the partitioned table has them. Its rows are looked at only when it is done.
 */
export function attachProblems(parent: DefinedTable, child: DefinedTable, versionNumber: number): readonly string[] {
  if (child.id === parent.id) return [attachProblemsText.itself]
  if (child.partition_of) return [attachProblemsText.isPartition(nameOf(child.partition_of.parent))]
  const problems: string[] = []
  if ((child.inherits ?? []).length > 0) problems.push(attachProblemsText.inheritsFrom(child.inherits!.map(nameOf).join(', ')))
  const own = new Map((child.columns ?? []).map((column) => [column.name, column]))
  for (const column of parent.columns ?? []) {
    const its = own.get(column.name)
    own.delete(column.name)
    if (its === undefined) problems.push(attachProblemsText.missingColumn(column.name))
    else problems.push(...columnProblems(column, its))
  }
  if (own.size > 0) problems.push(attachProblemsText.extraColumns([...own.keys()].join(', ')))
  // an identity is of the partitioned table: from 17 on (Postgres documentation, release notes)
  const numbered = (child.columns ?? []).filter(({ is_identity }) => is_identity === true).map(({ name }) => name)
  if (versionNumber >= 170_000 && numbered.length > 0) problems.push(attachProblemsText.identity(numbered.join(', ')))
  for (const check of parent.constraints) {
    if (check.type !== 'check' || check.no_inherit === true) continue
    const its = child.constraints.find(({ type, name }) => type === 'check' && name === check.name)
    if (its === undefined) problems.push(attachProblemsText.missingCheck(check.name, check.definition))
    else if (its.definition.replace(/ NOT VALID$/, '') !== check.definition.replace(/ NOT VALID$/, '')) {
      problems.push(attachProblemsText.otherCheck(check.name, its.definition, check.definition))
    }
  }
  const [key, itsKey] = [parent, child].map(({ constraints }) => constraints.find((constraint) => constraint.type === 'primary')?.columns)
  if (key && itsKey && key.join('\0') !== itsKey.join('\0')) {
    problems.push(attachProblemsText.otherKey(itsKey.join(', '), key.join(', ')))
  }
  return problems
}

type Column = NonNullable<DefinedTable['columns']>[number]

function columnProblems(column: Column, its: Column): string[] {
  const { name } = column
  const problems: string[] = []
  const [type, itsType] = [String(column.type), String(its.type)]
  if (!isSameType(type, itsType)) problems.push(attachProblemsText.otherType(name, itsType, type))
  else if (JSON.stringify(column.collation ?? null) !== JSON.stringify(its.collation ?? null)) problems.push(attachProblemsText.otherCollation(name))
  if (column.is_nullable === false && its.is_nullable !== false) problems.push(attachProblemsText.nullable(name))
  const [isGenerated, isItsGenerated] = [column, its].map(({ generation_expression: expression }) => typeof expression === 'string')
  if (isGenerated !== isItsGenerated) problems.push(attachProblemsText.generated(name, isItsGenerated === true))
  return problems
}

function nameOf({ schema, name }: { readonly schema?: string | null | undefined; readonly name: string }): string {
  return typeof schema !== 'string' ? name : `${schema}.${name}`
}
