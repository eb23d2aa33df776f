import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type Command, command, listing, type Statement } from '../statement.ts'

/** Roles that requests run as, and that new objects can be granted to. */
export const grantedRoles = ['anon', 'authenticated', 'service_role'] as const
export type GrantedRole = (typeof grantedRoles)[number]

export const grantedKinds = ['tables', 'functions', 'sequences'] as const
export type GrantedKind = (typeof grantedKinds)[number]

/** What a role gets on every new object of a kind. */
export const DefaultGrant = z.object({
  kind: z.enum(grantedKinds),
  role: z.enum(grantedRoles),
  /** In the order of the alphabet; empty for none. */
  privileges: z.array(z.string()),
  /** Everyone gets it, and so does the role: Postgres lets PUBLIC call new functions unless told otherwise. */
  is_public: z.boolean(),
})
export type DefaultGrant = z.infer<typeof DefaultGrant>

/** Whose new objects, and in which schema. */
export interface GrantScope {
  readonly owner: string
  readonly schema: string
}

/** As pg_default_acl and acldefault() call each kind: the latter calls sequences differently. */
const kindCodes: Readonly<Record<GrantedKind, readonly [stored: string, builtIn: string]>> = {
  tables: ['r', 'r'],
  functions: ['f', 'f'],
  sequences: ['S', 's'],
}

/**
 * Lists what each role gets on new tables, functions and sequences. What a schema has adds to what holds in all schemas, and the latter is
 * Postgres's own default unless it was changed (ALTER DEFAULT PRIVILEGES, "Notes").
 */
export function listDefaultGrants({ owner, schema }: GrantScope): Statement<z.ZodArray<typeof DefaultGrant>> {
  const kinds = join(
    grantedKinds.map((kind, place) => sql`(${literal(place)}, ${literal(kind)}, ${literal(kindCodes[kind][0])}, ${literal(kindCodes[kind][1])})`),
  )
  const roles = join(grantedRoles.map((role, place) => sql`(${literal(place)}, ${literal(role)})`))
  const stored = (namespace: Fragment): Fragment =>
    sql`(select d.defaclacl from pg_catalog.pg_default_acl d where d.defaclrole = o.oid and d.defaclobjtype::text = k.stored and d.defaclnamespace = ${namespace})`
  const text = sql`with granted as (
  select k.place, k.kind, a.grantee, a.privilege_type
  from pg_catalog.pg_roles o
  cross join (values ${kinds}) k (place, kind, stored, built_in)
  cross join lateral (
    select * from pg_catalog.aclexplode(coalesce(${stored(sql`0`)}, pg_catalog.acldefault(k.built_in::"char", o.oid)))
    union
    select * from pg_catalog.aclexplode(${stored(sql`(select n.oid from pg_catalog.pg_namespace n where n.nspname = ${literal(schema)})`)})
  ) a
  where o.rolname = ${literal(owner)}
)
select k.kind, r.name as role,
  pg_catalog.to_json(array(
    select distinct g.privilege_type from granted g
    where g.kind = k.kind and g.grantee = (select p.oid from pg_catalog.pg_roles p where p.rolname = r.name) order by 1
  )) as privileges,
  exists (select from granted g where g.kind = k.kind and g.grantee = 0) as is_public
from (values ${kinds}) k (place, kind, stored, built_in) cross join (values ${roles}) r (place, name)
order by k.place, r.place;`
  return listing(text, DefaultGrant)
}

/** A change of what a role gets on new objects of a kind: everything or nothing. */
export interface GrantChange {
  readonly kind: GrantedKind
  readonly role: GrantedRole
  readonly isGranted: boolean
}

/**
 * Grants roles everything on new objects, or takes it away. What exists keeps its privileges. A function is taken from PUBLIC as well, which
 * Postgres knows for all schemas only; `stillPublic` are the kinds that PUBLIC gets now.
 */
export function changeDefaultGrants(
  { owner, schema }: GrantScope,
  changes: readonly GrantChange[],
  stillPublic: readonly GrantedKind[],
): readonly Command[] {
  const inSchema = sql`alter default privileges for role ${ident(owner)} in schema ${ident(schema)}`
  const everywhere = sql`alter default privileges for role ${ident(owner)}`
  return grantedKinds.flatMap((kind) => {
    const rolesOf = (isGranted: boolean) => changes.filter((change) => change.kind === kind && change.isGranted === isGranted).map(({ role }) => role)
    const [granted, revoked] = [rolesOf(true), rolesOf(false)]
    const words = sql`all on ${kindWords[kind]}`
    const revocation = (from: readonly Fragment[], where: Fragment): Command => command(sql`${where} revoke ${words} from ${join(from)};`)
    const names = revoked.map((role) => ident(role))
    return [
      ...(granted.length === 0 ? [] : [command(sql`${inSchema} grant ${words} to ${join(granted.map((role) => ident(role)))};`)]),
      ...(revoked.length === 0
        ? []
        : [revocation(names, inSchema), revocation([...names, ...(stillPublic.includes(kind) ? [sql`public`] : [])], everywhere)]),
    ]
  })
}

const kindWords: Readonly<Record<GrantedKind, Fragment>> = { tables: sql`tables`, functions: sql`functions`, sequences: sql`sequences` }
