import type { UpgradeFinding, UpgradeReport } from '@colonnade/contracts'
import type { ClusterEndpoint } from '@colonnade/clusters'
import { literal, sql, type Fragment } from '@colonnade/sql'
import { asAdministrator, type TransferClient } from './transfer/sides.ts'

export interface Checked {
  readonly obstacles: UpgradeFinding[]
  readonly notes: UpgradeFinding[]
  readonly extensions: UpgradeReport['extensions']
}

type Found = { readonly subject: string; readonly detail: string | null }

interface Check {
  readonly isObstacle: boolean
  /** Said of a copy alone. */
  readonly isOfCopy?: true
  readonly message: string
  readonly query: Fragment
}

const inCatalog = (column: Fragment) => sql`${column} < 16384`

/**
 * What is known of a database before anything of it is loaded. Where it is an obstacle, the load would fail late, or would run code of the
 * project's as a superuser: it is refused then.
 */
const checks: readonly Check[] = [
  {
    isObstacle: true,
    message:
      'It calls a function that takes the table or the domain itself, so that it is checked by whoever loads it. Drop it, and add it again afterwards',
    query: sql`
      with recursive needs as (
        select c.oid as constraint, d.refclassid as class, d.refobjid as object
        from pg_constraint c join pg_depend d on d.classid = 'pg_constraint'::regclass and d.objid = c.oid
        where c.contype = 'c' and d.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass) and d.refobjid >= 16384
        union
        select n.constraint, d.refclassid, d.refobjid from needs n join pg_depend d on d.classid = n.class and d.objid = n.object
        where d.deptype in ('n', 'i', 'a') and d.refobjid >= 16384
      )
      select distinct 'constraint ' || c.conname || ' of ' || coalesce(nullif(c.conrelid, 0)::regclass::text, c.contypid::regtype::text) as subject, pg_get_constraintdef(c.oid) as detail
      from needs n join pg_constraint c on c.oid = n.constraint
      where (n.class = 'pg_class'::regclass and n.object = c.conrelid) or (n.class = 'pg_type'::regclass and (n.object = c.contypid
        or n.object in (select t.oid from pg_type t where t.typrelid = c.conrelid and c.conrelid <> 0)))`,
  },
  {
    isObstacle: true,
    message:
      'Its partition key is of a domain with a constraint, which would be checked by whoever makes the partitions. Give the column the type that the domain is of',
    query: sql`
      with checked as (select t.oid from pg_type t where t.typtype = 'd' and exists (select from pg_constraint c where c.contypid = t.oid))
      select distinct 'table ' || p.partrelid::regclass::text as subject, pg_get_partkeydef(p.partrelid) as detail
      from pg_partitioned_table p
      where exists (select from pg_attribute a join checked t on t.oid = a.atttypid where a.attrelid = p.partrelid and a.attnum = any (p.partattrs::int2[]))
        or (p.partexprs is not null and exists (
          select from pg_depend d left join pg_proc f on d.refclassid = 'pg_proc'::regclass and f.oid = d.refobjid
            join checked t on t.oid = f.prorettype or (d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid)
          where d.classid = 'pg_class'::regclass and d.objid = p.partrelid))`,
  },
  {
    isObstacle: true,
    message:
      'It compares by a conversion that people have written, which would run for whoever makes the constraint. Drop it, and add it again afterwards',
    query: sql`
      select distinct 'foreign key ' || k.conname || ' of ' || k.conrelid::regclass::text as subject, pg_get_constraintdef(k.oid) as detail
      from pg_constraint k join pg_attribute a on (a.attrelid = k.conrelid and a.attnum = any (k.conkey)) or (a.attrelid = k.confrelid and a.attnum = any (k.confkey))
      where k.contype = 'f' and exists (select from pg_cast c where c.castsource = a.atttypid and c.castcontext = 'i' and c.castfunc >= 16384)`,
  },
  {
    isObstacle: true,
    message: 'Its state is of a domain, and would be checked by whoever makes the aggregate',
    query: sql`
      select 'aggregate ' || g.aggfnoid::regprocedure::text as subject, null::text as detail from pg_aggregate g
      where g.agginitval is not null and exists (select from pg_type t where t.oid = g.aggtranstype and t.typtype = 'd') and g.aggfnoid::oid >= 16384`,
  },
  {
    isObstacle: true,
    message: 'A row of a table of Postgres itself may have other columns in the new version. Give the column another type',
    query: sql`
      select distinct format('column %s.%I', a.attrelid::regclass, a.attname) as subject, format_type(a.atttypid, a.atttypmod) as detail
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem
      where c.relkind in ('r', 'm', 'p') and a.attrelid >= 16384 and a.attnum > 0 and not a.attisdropped and ((t.typtype = 'c' and ${inCatalog(sql`t.oid`)}) or (e.typtype = 'c' and ${inCatalog(sql`e.oid`)}))`,
  },
  {
    isObstacle: false,
    message: 'Numbers of objects in the catalogs are others in the new version: what it holds may point elsewhere then. Large objects keep theirs',
    query: sql`
      select format('column %s.%I', a.attrelid::regclass, a.attname) as subject, format_type(a.atttypid, a.atttypmod) as detail
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'm', 'p') and a.attrelid >= 16384 and a.attnum > 0 and not a.attisdropped and a.atttypid in ('oid'::regtype, 'oid[]'::regtype, 'xid'::regtype, 'tid'::regtype)`,
  },
  {
    isObstacle: false,
    message: 'It is stored by name, and loaded only if what it names is there before the rows are',
    query: sql`
      select format('column %s.%I', a.attrelid::regclass, a.attname) as subject, format_type(a.atttypid, a.atttypmod) as detail
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relkind in ('r', 'm', 'p') and a.attrelid >= 16384 and a.attnum > 0 and not a.attisdropped and t.typname ~ '^_?reg[a-z]+$' and ${inCatalog(sql`t.oid`)}`,
  },
  {
    isObstacle: false,
    message: 'It is not valid: building it was not finished. It is left out; drop it or build it again',
    query: sql`
      select 'index ' || i.indexrelid::regclass::text as subject, pg_get_indexdef(i.indexrelid) as detail from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relkind = 'i' and i.indexrelid >= 16384`,
  },
  {
    isObstacle: false,
    isOfCopy: true,
    message: 'Its rows are in no copy: a rehearsal is without them, the upgrade itself is not',
    query: sql`
      select 'unlogged table ' || c.oid::regclass::text as subject, null::text as detail from pg_class c where c.relkind in ('r', 'p') and c.relpersistence = 'u'`,
  },
  {
    isObstacle: false,
    message: 'It is disabled afterwards: enable it by hand, with the slot of its publisher',
    query: sql`
      select 'subscription ' || s.subname as subject, null::text as detail from pg_subscription s
      where s.subdbid = (select oid from pg_database where datname = current_database())`,
  },
]

/** Looks through one database of the source, which may be a copy of the project, and at what the new version has for it. */
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
    if (after === null) obstacles.push({ subject, message: `The new version has no such extension. Drop it, and what depends on it`, detail: before })
    else if (after !== before) notes.push({ subject, message: `It becomes ${after} in place of ${before}`, detail: null })
  }
  notes.push(...(await changedCollations(source, target, where)))
  return { obstacles, notes, extensions }
}

/** All that sorts by them is built anew, so that nothing is out of order; what was sorted otherwise elsewhere may be. */
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
        message: `Its order of text is of version ${now!.version} in place of ${version}: every index is built anew`,
        detail: locale,
      })
    }
  }
  return notes
}

/**
 * What belongs to the whole server, asked of the project itself: a copy has none of it. Replicas are no part of what is found: whoever is about to
 * upgrade is told of them as they are then.
 */
export async function checkProject(server: ClusterEndpoint): Promise<UpgradeFinding[]> {
  return asAdministrator(server, 'postgres', async (client) => {
    const slots = await client.rows<{ name: string; kind: string }>(sql`
      select slot_name as name, slot_type as kind from pg_replication_slots where not temporary and slot_type = 'logical' order by 1`)
    return slots.map(({ name, kind }) => ({
      subject: `replication slot ${name}`,
      message: `Slots stay behind: whoever reads from this ${kind} one has to begin anew`,
      detail: null,
    }))
  })
}
