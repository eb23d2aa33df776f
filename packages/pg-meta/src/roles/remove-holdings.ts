import { empty, ident, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block, execute } from '../catalog/block.ts'
import { type Command, command } from '../statement.ts'

export const RemoveRoleHoldings = z.union([
  /** Who gets what it owns. */
  z.object({ reassignTo: z.string() }),
  /** Whether what depends on what it owns goes, too. */
  z.object({ cascade: z.boolean() }),
])
export type RemoveRoleHoldings = z.infer<typeof RemoveRoleHoldings>

/**
 * Makes a role one that can be dropped: what it owns in this database is given to another or dropped; its privileges and its place in
 * policies go, and policies that were for it alone. Postgres asks for the role's privileges, which who manages it may give itself.
 */
export function removeRoleHoldings({ name }: { readonly name: string }, how: RemoveRoleHoldings): Command {
  const role = ident(name)
  return command(
    block(
      empty,
      sql`if not pg_catalog.pg_has_role(${nameLiteral(name)}::pg_catalog.name, 'USAGE') then ${execute`grant ${role} to current_user`} end if;`,
      ...('reassignTo' in how ? [execute`reassign owned by ${role} to ${ident(how.reassignTo)}`] : []),
      execute`drop owned by ${role} ${'cascade' in how && how.cascade ? sql`cascade` : sql`restrict`}`,
    ),
  )
}
