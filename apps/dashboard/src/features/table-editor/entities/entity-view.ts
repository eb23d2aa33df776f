import { EntityTypeCode } from '@colonnade/pg-meta'
import { z } from 'zod'
import { keep, readKept } from '../../../lib/kept.ts'

/** How a person looks at the list of one project. */
const EntityView = z.object({
  /** By name, or by type and then name (spec §9). */
  sort: z.enum(['alphabetical', 'grouped-alphabetical']).catch('alphabetical'),
  /** None means all. */
  types: z.array(EntityTypeCode).readonly().catch([]),
  hasSystemSchemas: z.boolean().catch(false),
})
export type EntityView = z.infer<typeof EntityView>

const keyOf = (person: string, ref: string) => `table-editor:list:${person}:${ref}`

/** As it was left on this machine; all types by name at first. */
export function readEntityView(person: string, ref: string): EntityView {
  try {
    return EntityView.parse(JSON.parse(readKept(keyOf(person, ref)) ?? '{}'))
  } catch {
    return EntityView.parse({})
  }
}

export function keepEntityView(person: string, ref: string, view: EntityView): void {
  keep(keyOf(person, ref), JSON.stringify(view))
}
