import { quoteIdent } from '@colonnade/sql'
import { nameIn, type SqlCatalog } from '../catalog/sql-catalog.ts'
import type { Block, Reference } from '../scope/block.ts'
import { keysBetween, visibleName } from '../scope/columns.ts'
import type { Suggestion } from './suggest.ts'

/** After ON: what a foreign key says of the table that is joined and those before it. */
export function joinConditions(block: Block, catalog: SqlCatalog): Suggestion[] {
  const joined = block.references.at(-1)
  if (joined === undefined) return []
  return block.references.slice(0, -1).flatMap((reference) => {
    const pairs = keysBetween(reference, joined, catalog)
    return pairs.map((key): Suggestion => {
      const condition = conditionOf(key, visibleName(reference), visibleName(joined))
      return { label: condition, apply: condition, kind: 'join', detail: 'foreign key' }
    })
  })
}

function conditionOf(key: readonly (readonly [string, string])[], left: string, right: string): string {
  return key.map(([own, other]) => `${quoteIdent(right)}.${quoteIdent(other)} = ${quoteIdent(left)}.${quoteIdent(own)}`).join(' and ')
}

/** Suggests tables after JOIN that foreign keys reference or come from, with the condition. */
export function joinedTables(block: Block, catalog: SqlCatalog): Suggestion[] {
  const taken = new Set(block.references.map(visibleName))
  return block.references.flatMap((reference) => tablesBeside(reference, taken, catalog))
}

function tablesBeside(reference: Reference, taken: ReadonlySet<string>, catalog: SqlCatalog): Suggestion[] {
  const relation = reference.kind === 'relation' ? catalog.relation(reference.schema, reference.name) : null
  const details = relation && catalog.details(relation)
  return (details?.references ?? []).flatMap(({ other, other_schema: schema, columns, other_columns: others }): Suggestion[] => {
    const found = catalog.relation(schema, other)
    if (found === null) return []
    const alias = aliasFor(other, taken)
    const key = columns.map((column, index) => [column, others[index]!] as const)
    const condition = conditionOf(key, visibleName(reference), alias)
    return [
      { label: `${other} on ${condition}`, apply: `${nameIn(found)} ${quoteIdent(alias)} on ${condition}`, kind: 'join', detail: 'foreign key' },
    ]
  })
}

/** The first letters of a name's parts: `order_items` is `oi`; with a number when that is taken. */
export function aliasFor(name: string, taken: ReadonlySet<string>): string {
  const letters = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => part.slice(0, 1))
    .join('')
  const first = letters === '' || /^\d/.test(letters) ? 't' : letters
  for (let number = 1; ; number += 1) {
    const alias = number === 1 ? first : `${first}${number}`
    if (!taken.has(alias)) return alias
  }
}
