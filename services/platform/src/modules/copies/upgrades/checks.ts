import type { UpgradeFinding, UpgradeReport } from '@colonnade/contracts/copies/upgrades'
import type { ClusterEndpoint } from '@colonnade/clusters'
import { literal, sql, type Fragment } from '@colonnade/sql'
import { asAdministrator, type TransferClient } from './transfer/sides.ts'
import { findings } from './messages.ts'

export interface Checked {
  readonly obstacles: UpgradeFinding[]
  readonly notes: UpgradeFinding[]
  readonly extensions: UpgradeReport['extensions']
}

type Found = { readonly subject: string; readonly detail: string | null }

interface Check {
  readonly isObstacle: boolean
  /** True if it applies to copies only. */
  readonly isOfCopy?: true
  readonly message: string
  readonly query: Fragment
}

const inCatalog = (column: Fragment) => sql`${column} < 16384`

/** Checks of a database before its load. An obstacle stops the upgrade early, because the load would fail late. */
const checks: readonly Check[] = [
  {
    isObstacle: true,
    message: findings.catalogRow,
    query: sql`
      select distinct format('column %s.%I', a.attrelid::regclass, a.attname) as subject, format_type(a.atttypid, a.atttypmod) as detail
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem
      where c.relkind in ('r', 'm', 'p') and a.attrelid >= 16384 and a.attnum > 0 and not a.attisdropped and ((t.typtype = 'c' and ${inCatalog(sql`t.oid`)}) or (e.typtype = 'c' and ${inCatalog(sql`e.oid`)}))`,
  },
  {
    isObstacle: true,
    message: findings.partialConfig,
    query: sql`
      select 'table ' || c.oid::regclass::text as subject, null::text as detail
      from pg_extension e cross join unnest(e.extconfig, e.extcondition) x (oid, condition) join pg_class c on c.oid = x.oid join pg_authid r on r.oid = c.relowner
      where x.condition <> '' and not r.rolsuper`,
  },
  {
    isObstacle: false,
    message: findings.objectNumbers,
    query: sql`
      select format('column %s.%I', a.attrelid::regclass, a.attname) as subject, format_type(a.atttypid, a.atttypmod) as detail
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'm', 'p') and a.attrelid >= 16384 and a.attnum > 0 and not a.attisdropped and a.atttypid in ('oid'::regtype, 'oid[]'::regtype, 'xid'::regtype, 'tid'::regtype)`,
  },
  {
    isObstacle: false,
    message: findings.namedObject,
    query: sql`
      select format('column %s.%I', a.attrelid::regclass, a.attname) as subject, format_type(a.atttypid, a.atttypmod) as detail
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relkind in ('r', 'm', 'p') and a.attrelid >= 16384 and a.attnum > 0 and not a.attisdropped and t.typname ~ '^_?reg[a-z]+$' and ${inCatalog(sql`t.oid`)}
        -- ours, and always empty
        and a.attrelid <> coalesce(to_regclass('realtime.subscription'), 0)::oid`,
  },
  {
    isObstacle: false,
    message: findings.invalidIndex,
    query: sql`
      select 'index ' || i.indexrelid::regclass::text as subject, pg_get_indexdef(i.indexrelid) as detail from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relkind = 'i' and i.indexrelid >= 16384`,
  },
  {
    isObstacle: false,
    isOfCopy: true,
    message: findings.unlogged,
    query: sql`
      select 'unlogged table ' || c.oid::regclass::text as subject, null::text as detail from pg_class c where c.relkind in ('r', 'p') and c.relpersistence = 'u'`,
  },
  {
    isObstacle: false,
    message: findings.subscription,
    query: sql`
      select 'subscription ' || s.subname as subject, null::text as detail from pg_subscription s
      where s.subdbid = (select oid from pg_database where datname = current_database())`,
  },
]

/** Checks one database of the source, which may be a copy of the project, and what the new version offers for it. */
export async function checkDatabase(source: TransferClient, target: TransferClient, database: string, isCopy: boolean): Promise<Checked> {
  const obstacles: UpgradeFinding[] = []
  const notes: UpgradeFinding[] = []
  const where = database === 'postgres' ? '' : ` in ${database}`
  for (const { query, message, isObstacle, isOfCopy = false } of checks) {
    if (isOfCopy && !isCopy) continue
    const found = await source.rows<Found>(query)
    for (const { subject, detail } of found) (isObstacle ? obstacles : notes).push({ subject: `${subject}${where}`, message, detail })
  }
  const installed = await source.rows<{ name: string; before: string }>(
    sql`select extname as name, extversion as before from pg_extension order by extname`,
  )
  const known = await target.rows<{ name: string; version: string }>(sql`select name, default_version as version from pg_available_extensions`)
  const extensions = installed.map(({ name, before }) => ({ name, before, after: known.find((one) => one.name === name)?.version ?? null }))
  for (const { name, before, after } of extensions) {
    const subject = `extension ${name}${where}`
    if (after === null) obstacles.push({ subject, message: findings.noExtension, detail: before })
    else if (after !== before) notes.push({ subject, message: findings.extensionVersion(before, after), detail: null })
  }
  notes.push(...(await changedCollations(source, target, where)))
  return { obstacles, notes, extensions }
}

/** Returns collations that sort differently. Their indexes are rebuilt, but order stored elsewhere may be outdated. */
async function changedCollations(source: TransferClient, target: TransferClient, where: string): Promise<UpgradeFinding[]> {
  const used = await source.rows<{ name: string; version: string; provider: string; locale: string }>(sql`
    select distinct format('%I.%I', n.nspname, c.collname) as name, c.collversion as version, c.collprovider::text as provider, coalesce(c.colllocale, c.collcollate) as locale
    from pg_attribute a join pg_collation c on c.oid = a.attcollation join pg_namespace n on n.oid = c.collnamespace
    where a.attrelid >= 16384 and a.attnum > 0 and not a.attisdropped and c.collversion is not null
    union all
    select format('database %I', d.datname), d.datcollversion, d.datlocprovider::text, coalesce(d.datlocale, d.datcollate) from pg_database d
    where d.datname = current_database() and d.datcollversion is not null`)
  const notes: UpgradeFinding[] = []
  for (const { name, version, provider, locale } of used) {
    const now = await target.first<{ version: string | null }>(sql`
      select (select pg_collation_actual_version(c.oid) from pg_collation c where c.collprovider = ${literal(provider)} and coalesce(c.colllocale, c.collcollate) = ${literal(locale)} limit 1) as version`)
    if (now!.version !== null && now!.version !== version) {
      notes.push({
        subject: `${name}${where}`,
        message: findings.collation(version, now!.version),
        detail: locale,
      })
    }
  }
  return notes
}

/**
 * Checks objects of the whole server, on the project itself, because copies don't have them. Leaves out read replicas, which are
 * checked right before the upgrade.
 */
export async function checkProject(server: ClusterEndpoint): Promise<UpgradeFinding[]> {
  return asAdministrator(server, 'postgres', async (client) => {
    const slots = await client.rows<{ name: string; kind: string }>(sql`
      select slot_name as name, slot_type as kind from pg_replication_slots where not temporary and slot_type = 'logical' order by 1`)
    const roles = await client.rows<{ name: string }>(
      sql`select rolname as name from pg_authid where rolcanlogin and rolpassword ~ '^md5[0-9a-f]{32}$' order by 1`,
    )
    return [
      ...slots.map(({ name, kind }) => ({
        subject: `replication slot ${name}`,
        message: findings.slot(kind),
        detail: null,
      })),
      ...roles.map(({ name }) => ({
        subject: `role ${name}`,
        message: findings.md5,
        detail: null,
      })),
    ]
  })
}
