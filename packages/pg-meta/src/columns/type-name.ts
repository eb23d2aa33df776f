import { type Fragment, ident, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredType } from '../catalog/authored.ts'

/** An object in a schema, or on the search path when none is given. */
export const QualifiedName = z.object({ schema: z.string().nullish(), name: z.string() })
export type QualifiedName = z.infer<typeof QualifiedName>

/** A type by its catalog name ("int4", "My Enum"), or as text that a person wrote ("numeric(10,2)", "text[]"). */
export const TypeName = z.union([z.string(), QualifiedName.extend({ isArray: z.boolean().optional() })])
export type TypeName = z.infer<typeof TypeName>

export function qualified({ schema, name }: QualifiedName): Fragment {
  return ident(schema ?? null, name)
}

/** @throws Error when a text is more than a type */
export function typeName(type: TypeName): Fragment {
  return typeof type === 'string' ? authoredType(type) : sql`${qualified(type)}${type.isArray === true ? sql`[]` : sql``}`
}
