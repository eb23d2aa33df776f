import { empty, ident, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block, execute } from '../catalog/block.ts'
import { type Command, command } from '../statement.ts'

export const RemoveRoleHoldings = z.union([
  /** The new owner of its objects. */
  z.object({ reassignTo: z.string() }),
  /** Whether to drop dependents of its objects as well. */
  z.object({ cascade: z.boolean() }),
])
export type RemoveRoleHoldings = z.infer<typeof RemoveRoleHoldings>

/**
 * Prepares a role to be dropped: reassigns or drops what it owns in this database, revokes its privileges, removes it from policies, and drops
 * policies for it alone. Postgres requires the role's own privileges; a role that manages it can grant itself these.
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
