import type { ClusterEndpoint } from '@colonnade/clusters'
import { AppError, isAppError } from '@colonnade/core'
import { sql, userAuthored } from '@colonnade/sql'
import { asAdministrator, type TransferClient } from './sides.ts'

/** Statements written by the source itself, which quotes user-chosen names. */
interface Written {
  readonly subject: string
  readonly statement: string
}

const ours = sql`r.oid >= 16384`

/** Creates the roles. All of them may sign in until `settleRoles`, because owners load their own rows. */
export async function makeRoles(old: ClusterEndpoint, fresh: ClusterEndpoint): Promise<void> {
  await asAdministrator(old, 'template1', async (source) => {
    const roles = await source.rows<Written>(sql`
      select r.rolname as subject, format('create role %I login %s %s %s %s %s %s password %s', r.rolname,
        'nosuperuser', case when r.rolcreaterole then 'createrole' else 'nocreaterole' end,
        case when r.rolcreatedb then 'createdb' else 'nocreatedb' end, case when r.rolinherit then 'inherit' else 'noinherit' end,
        case when r.rolreplication then 'replication' else 'noreplication' end, case when r.rolbypassrls then 'bypassrls' else 'nobypassrls' end,
        coalesce(quote_literal(r.rolpassword), 'null')) as statement
      from pg_authid r where ${ours}`)
    const comments = await source.rows<Written>(sql`
      select r.rolname as subject, format('comment on role %I is %L', r.rolname, d.description) as statement
      from pg_authid r join pg_shdescription d on d.objoid = r.oid and d.classoid = 'pg_authid'::regclass where ${ours}`)
    const members = await source.rows<Written>(sql`
      select m.roleid::regrole::text as subject, format('grant %I to %I with admin %s, inherit %s, set %s granted by %I', role.rolname, member.rolname,
        m.admin_option::text, m.inherit_option::text, m.set_option::text, grantor.rolname) as statement
      from pg_auth_members m join pg_authid role on role.oid = m.roleid join pg_authid member on member.oid = m.member join pg_authid grantor on grantor.oid = m.grantor
      where m.member >= 16384 or m.roleid >= 16384 order by not grantor.rolsuper, m.oid`)
    const parameters = await source.rows<Written>(sql`
      select p.parname as subject, format('grant %s on parameter %s to %s %s', lower(a.privilege_type), p.parname,
        case when a.grantee = 0 then 'public' else format('%I', r.rolname) end, case when a.is_grantable then 'with grant option' else '' end) as statement
      from pg_parameter_acl p, lateral aclexplode(p.paracl) a left join pg_authid r on r.oid = a.grantee
      where p.parname ~ ${settingName} and (a.grantee = 0 or ${ours})`)
    await asAdministrator(fresh, 'template1', async (target) => {
      for (const { statement } of [...roles, ...comments]) await run(target, statement)
      await grantAll(target, members)
      for (const { statement } of parameters) await run(target, statement)
    })
  })
}

/** Orders memberships: one can be granted only by a role that already holds it, so this repeats as often as that adds more. */
async function grantAll(target: TransferClient, members: readonly Written[]): Promise<void> {
  let rest = members
  while (rest.length > 0) {
    const refused: Written[] = []
    let problem: unknown
    for (const each of rest) {
      try {
        await run(target, each.statement)
      } catch (error) {
        if (!isAppError(error) || error.code === 'connection_lost') throw error
        problem = error
        refused.push(each)
      }
    }
    if (refused.length === rest.length) throw problem
    rest = refused
  }
}

/** Matches names of settings, including those of extensions. */
const settingName = '^[A-Za-z_][A-Za-z0-9_$]*([.][A-Za-z_][A-Za-z0-9_$]*)*$'
/** Settings with lists of names, which are quoted one by one (PostgreSQL's GUC_LIST_QUOTE). */
const lists = ['search_path', 'temp_tablespaces', 'local_preload_libraries', 'session_preload_libraries']

interface Setting {
  readonly subject: string
  /** Such as `alter role x in database y`. */
  readonly statement: string
  readonly name: string
  readonly value: string
}

export interface RefusedSetting {
  /** Such as "role x in y". */
  readonly subject: string
  readonly name: string
  readonly why: string
}

/** Applies settings of roles and databases, and who may sign in. Returns the settings that the new version rejects. */
export async function settleRoles(old: ClusterEndpoint, fresh: ClusterEndpoint): Promise<RefusedSetting[]> {
  const refused: RefusedSetting[] = []
  await asAdministrator(old, 'template1', async (source) => {
    const settings = await source.rows<Setting>(sql`
      select concat_ws(' in ', 'role ' || r.rolname, 'database ' || d.datname) as subject,
        case when r.rolname is null then format('alter database %I', d.datname)
          else format('alter role %I', r.rolname) || case when d.datname is not null then format(' in database %I', d.datname) else '' end end as statement,
        split_part(s.entry, '=', 1) as name, substr(s.entry, strpos(s.entry, '=') + 1) as value
      from pg_db_role_setting c cross join unnest(c.setconfig) s (entry) left join pg_authid r on r.oid = c.setrole left join pg_database d on d.oid = c.setdatabase
      where (c.setrole = 0 or r.rolname is not null) and (c.setdatabase = 0 or (d.datname is not null and not d.datistemplate)) order by 1, 3`)
    const logins = await source.rows<Written>(sql`
      select r.rolname as subject, format('alter role %I %s connection limit %s', r.rolname, case when r.rolcanlogin then 'login' else 'nologin' end, r.rolconnlimit)
        || case when r.rolvaliduntil is not null then format(' valid until %L', r.rolvaliduntil) else '' end as statement
      from pg_authid r where ${ours}`)
    await asAdministrator(fresh, 'template1', async (target) => {
      for (const setting of settings) {
        try {
          await applySetting(target, setting)
        } catch (error) {
          if (!isAppError(error) || error.code === 'connection_lost') throw error
          refused.push({ subject: setting.subject, name: setting.name, why: error.message })
        }
      }
      for (const { statement } of logins) await run(target, statement)
    })
  })
  return refused
}

async function applySetting(target: TransferClient, { statement, name, value }: Setting): Promise<void> {
  if (!new RegExp(settingName).test(name)) throw new AppError('invalid_value', {}, { message: `${name} is no name of a setting` })
  if (lists.includes(name)) {
    // a list is stored as written: copied from a session, it's never parsed as SQL
    await target.run(sql`select set_config(${name}, ${value}, false)`)
    try {
      return await run(target, `${statement} set ${name} from current`)
    } finally {
      await run(target, `reset ${name}`)
    }
  }
  const row = await target.first<{ quoted: string }>(sql`select quote_literal(${value}) as quoted`)
  await run(target, `${statement} set ${name} to ${row!.quoted}`)
}

/** Runs statements that a server has written. */
export async function run(target: TransferClient, statement: string): Promise<void> {
  await target.run(userAuthored('statement', statement))
}
