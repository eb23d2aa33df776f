import type { Node } from './parser.ts'
import { fields } from './tree.ts'

/** A relation as a statement names it; without a schema it is searched for. */
export interface RelationName {
  readonly schema: string | null
  readonly name: string
}

/** The relation of a RangeVar node. */
export function relationOf(rangeVar: unknown): RelationName {
  const { schemaname, relname } = fields(rangeVar)
  return { schema: schemaname === undefined ? null : String(schemaname), name: String(relname) }
}

/** The relation of a list of names, as DROP TABLE has it; null when there is none in it. */
export function relationOfList(object: Node): RelationName | null {
  const items = fields(object.List).items
  const names = (Array.isArray(items) ? (items as Node[]) : []).map((item) => String(fields(item.String).sval))
  const name = names.at(-1)
  return name === undefined ? null : { schema: names.at(-2) ?? null, name }
}

/** "shop.album", as it is written in words. */
export function relationText({ schema, name }: RelationName): string {
  return schema === null ? name : `${schema}.${name}`
}
