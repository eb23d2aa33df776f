import { defaultSchema } from './default-schema.ts'
import { isSystemSchema } from './schemas.ts'

/** Sorts what a form offers by how likely it is meant: its own schema, `public`, other schemas, and Postgres's own last. Keeps the order within each. */
export function nearestFirst<Item extends { readonly schema: string }>(items: readonly Item[], own: string): readonly Item[] {
  const distance = ({ schema }: Item): number => (schema === own ? 0 : schema === defaultSchema ? 1 : isSystemSchema(schema) ? 3 : 2)
  return items.toSorted((one, other) => distance(one) - distance(other))
}
