import { isAppError } from '@colonnade/core'
import { type Fragment, ident, keyword, sql } from '@colonnade/sql'
import type { TransferClient } from './sides.ts'

const kinds = ['database', 'schema', 'table', 'foreign data wrapper', 'foreign server'] as const
const privileges = ['create', 'usage', 'references'] as const

/** A privilege that an owner needs to re-create an object, and held when it was first created. */
interface Loan {
  readonly kind: (typeof kinds)[number]
  /** Qualified name, in parts. */
  readonly object: readonly string[]
  readonly privilege: (typeof privileges)[number]
  readonly role: string
  /** True if the source grants it too, so that it stays. */
  readonly isKept: boolean
  /** True if the object has only Postgres's default privileges in the source. */
  readonly isDefault: boolean
}

/** Temporary privileges of a database's owners during the load of its structure. */
export interface Loans {
  /** Grants what can be granted by now. Returns true if that added anything. */
  lend(): Promise<boolean>
  /** Forgets what was granted: a dump sets privileges itself, and so revokes some of them. */
  renew(): void
  /** Revokes everything, so that each object has the privileges of the source. */
  takeBack(): Promise<void>
}

/** Postgres's error for a missing privilege, or an object that comes later. */
const notYet: ReadonlySet<unknown> = new Set(['3F000', '42P01', '42704', '42501'])

/** Catalogs of owned objects, and roles other than superusers and Postgres's own. */
const owners = sql`
  homes as (
    select relnamespace as schema, relowner as owner from pg_class union select pronamespace, proowner from pg_proc
    union select typnamespace, typowner from pg_type union select oprnamespace, oprowner from pg_operator
    union select collnamespace, collowner from pg_collation union select stxnamespace, stxowner from pg_statistic_ext
    union select cfgnamespace, cfgowner from pg_ts_config union select dictnamespace, dictowner from pg_ts_dict
    union select connamespace, conowner from pg_conversion
  ), owners as (
    select r.oid, r.rolname as name from pg_authid r
    where not r.rolsuper and r.oid >= 16384 and r.oid in (
      select owner from homes union select nspowner from pg_namespace union select pubowner from pg_publication union select srvowner from pg_foreign_server
      union select subowner from pg_subscription where subdbid = (select oid from pg_database where datname = current_database()))
  )`

const isKept = (acl: Fragment, kind: string, owner: Fragment, privilege: string) =>
  sql`exists (select from aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) a where a.grantee = o.oid and a.grantor = ${owner} and a.privilege_type = ${privilege})`

/** Owners may have revoked their own privileges, so grant schemas to their owners too. */
async function listLoans(source: TransferClient): Promise<Loan[]> {
  return source.rows<Loan>(sql`
    with ${owners}
    select 'database' as kind, array[d.datname::text] as object, 'create' as privilege, o.name as role, false as "isKept", d.datacl is null as "isDefault"
      from owners o, pg_database d where d.datname = current_database() and d.datdba <> o.oid
    union all
    select 'schema', array[n.nspname::text], 'usage', o.name, ${isKept(sql`n.nspacl`, 'n', sql`n.nspowner`, 'USAGE')}, n.nspacl is null
      from owners o, pg_namespace n where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    union all
    select 'schema', array[n.nspname::text], 'create', o.name, ${isKept(sql`n.nspacl`, 'n', sql`n.nspowner`, 'CREATE')}, n.nspacl is null
      from homes h join owners o on o.oid = h.owner join pg_namespace n on n.oid = h.schema
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    union all
    select distinct 'table', array[n.nspname::text, t.relname::text], 'references', o.name, ${isKept(sql`t.relacl`, 'r', sql`t.relowner`, 'REFERENCES')}, t.relacl is null
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid join pg_namespace n on n.oid = t.relnamespace
        join owners o on o.oid = f.relowner
      where k.contype = 'f' and t.relowner <> o.oid
    union all
    select distinct 'foreign data wrapper', array[w.fdwname::text], 'usage', o.name, ${isKept(sql`w.fdwacl`, 'F', sql`w.fdwowner`, 'USAGE')}, w.fdwacl is null
      from pg_foreign_server s join owners o on o.oid = s.srvowner join pg_foreign_data_wrapper w on w.oid = s.srvfdw where w.fdwowner <> o.oid
    union all
    select distinct 'foreign server', array[s.srvname::text], 'usage', o.name, ${isKept(sql`s.srvacl`, 'S', sql`s.srvowner`, 'USAGE')}, s.srvacl is null
      from pg_foreign_table f join pg_class c on c.oid = f.ftrelid join owners o on o.oid = c.relowner join pg_foreign_server s on s.oid = f.ftserver
      where s.srvowner <> o.oid`)
}

/** Privilege columns of the catalogs, with the names of their objects. */
const catalogs: Readonly<Record<Loan['kind'], (object: readonly string[]) => Fragment>> = {
  database: ([name]) => sql`update pg_database set datacl = null where datname = ${name!}`,
  schema: ([name]) => sql`update pg_namespace set nspacl = null where nspname = ${name!}`,
  table: ([schema, name]) =>
    sql`update pg_class set relacl = null where relname = ${name!} and relnamespace = (select oid from pg_namespace where nspname = ${schema!})`,
  'foreign data wrapper': ([name]) => sql`update pg_foreign_data_wrapper set fdwacl = null where fdwname = ${name!}`,
  'foreign server': ([name]) => sql`update pg_foreign_server set srvacl = null where srvname = ${name!}`,
}

/** Collects the privileges that a database's owners may need, from what they own in the source. Grants nothing yet. */
export async function prepareLoans(source: TransferClient, target: TransferClient): Promise<Loans> {
  const loans = await listLoans(source)
  let pending = loans
  const lent = new Set<Loan>()
  const words = ({ kind, object, privilege }: Loan): Fragment => sql`${keyword(privilege, privileges)} on ${keyword(kind, kinds)} ${ident(...object)}`
  const tryToLend = async (loan: Loan): Promise<boolean> => {
    try {
      await target.run(sql`grant ${words(loan)} to ${ident(loan.role)}`)
      lent.add(loan)
      return true
    } catch (error) {
      if (isAppError(error) && notYet.has(error.details['sqlstate'])) return false
      throw error
    }
  }
  return {
    async lend() {
      const left: Loan[] = []
      for (const loan of pending) if (!(await tryToLend(loan))) left.push(loan)
      const hasLent = left.length < pending.length
      pending = left
      return hasLent
    },
    renew() {
      pending = loans
    },
    async takeBack() {
      for (const loan of lent) if (!loan.isKept) await target.run(sql`revoke ${words(loan)} from ${ident(loan.role)}`)
      await target.run(sql`set allow_system_table_mods = on`)
      for (const { kind, object, isDefault } of lent) if (isDefault) await target.run(catalogs[kind](object))
      await target.run(sql`set allow_system_table_mods = off`)
      lent.clear()
    },
  }
}
