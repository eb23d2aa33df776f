import { empty, type Fragment, ident, keyword, sql } from '@colonnade/sql'
import { z } from 'zod'

/** One privilege that somebody holds. */
export const Privilege = z.object({
  grantor: z.string(),
  /** 'PUBLIC' for everybody. */
  grantee: z.string(),
  privilege_type: z.string(),
  is_grantable: z.boolean(),
})
export type Privilege = z.infer<typeof Privilege>

/** Relations that privileges are listed of. */
export const hasPrivileges: Fragment = sql`c.relkind in ('r', 'v', 'm', 'f', 'p')`

/** Privileges on relation `c`, those that its owner has by default among them, as aclexplode gives them. */
export const relationPrivileges: Fragment = sql`pg_catalog.aclexplode(coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner)))`

/** The rows of `source`, called `p`, as JSON of `Privilege`. */
export function privilegeList(source: Fragment, order: Fragment): Fragment {
  return sql`coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('grantor', pg_catalog.pg_get_userbyid(p.grantor),
      'grantee', case p.grantee when '0' then 'PUBLIC' else pg_catalog.pg_get_userbyid(p.grantee) end,
      'privilege_type', p.privilege_type, 'is_grantable', p.is_grantable) order by ${order})
    from ${source}
  ), '[]')`
}

/** What grants and revokes of every kind have. */
export const revocation = {
  /** A role; 'public' or 'PUBLIC' is everybody, as no role can be called public. */
  grantee: z.string(),
}
export const grant = {
  ...revocation,
  /** Whether the grantee may grant it in turn. */
  isGrantable: z.boolean().optional(),
}

/** ` to "some role"`, ` from public` */
export function grantee(direction: 'to' | 'from', role: string): Fragment {
  return sql` ${keyword(direction, ['to', 'from'])} ${role === 'public' || role === 'PUBLIC' ? sql`public` : ident(role)}`
}

export function grantOption(isGrantable: boolean | undefined): Fragment {
  return isGrantable === true ? sql` with grant option` : empty
}
