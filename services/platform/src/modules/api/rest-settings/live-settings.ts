import { logins } from '@colonnade/clusters'
import type { RestSettings, RestSettingsChanges } from '@colonnade/contracts/api/rest-settings'
import type { Queryable } from '@colonnade/pg'
import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'

/** Settings of the role `authenticator` in the database. */
export type LiveSettings = Omit<RestSettings, 'db_pool' | 'jwt_secret' | 'is_enabled' | 'allowed_origins'>
export type LiveName = keyof LiveSettings

/** Setting names by their names in our API; the data API uses the default for a missing or invalid one. */
const kept: {
  readonly [Name in LiveName]: {
    readonly name: string
    /** An older name that is also read. */
    readonly alias?: string
    readonly default: LiveSettings[Name]
    read(text: string): LiveSettings[Name] | null
  }
} = {
  db_schema: { name: 'pgrst.db_schemas', alias: 'pgrst.db_schema', default: 'public', read: (text) => text },
  db_extra_search_path: { name: 'pgrst.db_extra_search_path', default: 'public, extensions', read: (text) => text },
  max_rows: { name: 'pgrst.db_max_rows', alias: 'pgrst.max_rows', default: 1_000, read: (text) => (/^\d{0,9}$/.test(text) ? Number(text) : null) },
  db_pre_request: { name: 'pgrst.db_pre_request', alias: 'pgrst.pre_request', default: '', read: (text) => text },
  db_aggregates_enabled: { name: 'pgrst.db_aggregates_enabled', default: false, read: readBoolean },
  db_plan_enabled: { name: 'pgrst.db_plan_enabled', default: false, read: readBoolean },
  openapi_mode: {
    name: 'pgrst.openapi_mode',
    default: 'follow-privileges',
    read: (text) => (['follow-privileges', 'ignore-privileges', 'disabled'] as const).find((mode) => mode === text) ?? null,
  },
}
export const liveNames = Object.keys(kept) as readonly LiveName[]

const currentNames = new Map(Object.values(kept).flatMap(({ name, alias }) => (alias === undefined ? [] : [[alias, name]])))

function readBoolean(text: string): boolean | null {
  return /^(true|on|yes|1)$/i.test(text) ? true : /^(false|off|no|0|)$/i.test(text) ? false : null
}

/** Reads the current settings, regardless of who set them. */
export async function readLive(server: Queryable): Promise<LiveSettings> {
  // the role's setting in this database wins over its general one
  const rows = await server.rows<{ name: string; value: string }>(sql`
    select split_part(each, '=', 1) as name, substr(each, strpos(each, '=') + 1) as value
    from pg_catalog.pg_db_role_setting s cross join unnest(s.setconfig) each
      join pg_catalog.pg_roles r on r.oid = s.setrole left join pg_catalog.pg_database d on d.oid = s.setdatabase
    where r.rolname = 'authenticator' and each like 'pgrst.%' and (s.setdatabase = 0 or d.datname = ${logins.owner.database})
    order by s.setdatabase <> 0`)
  const values = new Map(rows.map(({ name, value }) => [currentNames.get(name) ?? name, value]))
  const read = (name: LiveName): unknown => {
    const text = values.get(kept[name].name)
    return (text === undefined ? null : kept[name].read(text)) ?? kept[name].default
  }
  return Object.fromEntries(liveNames.map((name) => [name, read(name)])) as LiveSettings
}

/** Changes settings in one statement, and notifies the data API. */
export async function writeLive(server: Queryable, changes: Pick<RestSettingsChanges, LiveName>): Promise<void> {
  const changed = liveNames.filter((name) => changes[name] !== undefined)
  if (changed.length === 0) return
  const statements = changed.flatMap((name) => [
    // a setting of this database, or of an older name, would win over the new one
    ...namesOf(name).map((each) => sql`alter role authenticator in database ${ident(logins.owner.database)} reset ${each};`),
    ...namesOf(name).map((each) => sql`alter role authenticator reset ${each};`),
    sql`alter role authenticator set ${namesOf(name)[0]} = ${literal(String(changes[name]))};`,
  ])
  // sent without parameters, so it runs as one transaction
  await server.run(sql`${join(statements, sql` `)} notify pgrst, 'reload config'`)
}

function namesOf(name: LiveName): readonly [Fragment, ...Fragment[]] {
  const { name: current, alias } = kept[name]
  const spell = (setting: string): Fragment => ident(...setting.split('.'))
  return [spell(current), ...(alias === undefined ? [] : [spell(alias)])]
}
