import type { Runner } from './sql-servers.ts'

/** Namespaces that are not people's own. */
const isOwn = (column: string): string => `${column} not in ('pg_catalog', 'information_schema', 'pg_toast') and ${column} !~ '^pg_(toast_)?temp_'`

/** Objects that an extension brought are told by the extension's line. */
const isFree = (catalog: string, oid: string): string =>
  `not exists (select 1 from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** One query a kind of object; each gives lines of text that hold names and definitions, never oids. */
const queries: readonly string[] = [
  `select format('schema %s owner %s acl %s', nspname, nspowner::regrole, nspacl) from pg_namespace where ${isOwn('nspname')}`,
  `select format('relation %s %s.%s owner %s rls %s %s replica %s partition %s of %s by %s options %s acl %s', relkind, nspname, relname, relowner::regrole, relrowsecurity,
    relforcerowsecurity, relreplident, pg_get_expr(relpartbound, c.oid), (select inhparent::regclass from pg_inherits where inhrelid = c.oid and c.relispartition),
    case relkind when 'p' then pg_get_partkeydef(c.oid) end, reloptions, relacl)
    from pg_class c join pg_namespace n on n.oid = relnamespace where ${isOwn('nspname')} and ${isFree('pg_class', 'c.oid')}`,
  `select format('column %s.%s %s %s type %s notnull %s default %s identity %s generated %s collation %s statistics %s storage %s compression %s options %s acl %s', nspname, relname, row_number() over (partition by c.oid order by attnum),
    attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, nullif(attcollation, t.typcollation)::regcollation, nullif(attstattarget, -1), attstorage, attcompression, attoptions, attacl)
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace join pg_type t on t.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${isOwn('nspname')} and attnum > 0 and not attisdropped and relkind in ('r', 'v', 'm', 'f', 'p', 'c') and ${isFree('pg_class', 'c.oid')}`,
  `select format('constraint %s on %s: %s validated %s', conname, coalesce(nullif(conrelid, 0)::regclass::text, nullif(contypid, 0)::regtype::text), pg_get_constraintdef(k.oid), convalidated)
    from pg_constraint k join pg_namespace n on n.oid = connamespace where ${isOwn('nspname')} and ${isFree('pg_class', 'conrelid')} and ${isFree('pg_type', 'contypid')}`,
  `select format('index %s valid %s replica %s clustered %s', pg_get_indexdef(indexrelid), indisvalid, indisreplident, indisclustered)
    from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace where ${isOwn('nspname')} and ${isFree('pg_class', 'indrelid')}`,
  `select format('index column %s.%s %s statistics %s', nspname, relname, attnum, attstattarget) from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    where relkind in ('i', 'I') and attstattarget >= 0 and ${isOwn('nspname')} and ${isFree('pg_class', 'c.oid')}`,
  `select format('statistics %s owner %s target %s', pg_get_statisticsobjdef(s.oid), stxowner::regrole, nullif(stxstattarget, -1))
    from pg_statistic_ext s join pg_namespace n on n.oid = stxnamespace where ${isOwn('nspname')} and ${isFree('pg_class', 'stxrelid')}`,
  `select format('view %s: %s', c.oid::regclass, pg_get_viewdef(c.oid)) from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('v', 'm') and ${isOwn('nspname')} and ${isFree('pg_class', 'c.oid')}`,
  `select format('sequence %s owned by %s type %s start %s min %s max %s increment %s cycle %s cache %s', s.seqrelid::regclass,
    (select format('%s %s', d.refobjid::regclass, d.refobjsubid) from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.deptype in ('a', 'i') and d.refobjsubid > 0),
    s.seqtypid::regtype, s.seqstart, s.seqmin, s.seqmax, s.seqincrement, s.seqcycle, s.seqcache) from pg_sequence s`,
  `select format('trigger %s enabled %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal`,
  `select format('policy %s on %s %s %s roles %s using %s check %s', polname, polrelid::regclass, polcmd, polpermissive,
    (select array_agg(name order by name) from (select case r when 0 then 'public' else r::regrole::text end as name from unnest(polroles) r) roles), pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy`,
  `select format('function %s owner %s acl %s', pg_get_functiondef(p.oid), proowner::regrole, proacl) from pg_proc p join pg_namespace n on n.oid = pronamespace
    where prokind in ('f', 'p', 'w') and ${isOwn('nspname')} and ${isFree('pg_proc', 'p.oid')}`,
  `select format('type %s %s owner %s labels %s base %s default %s notnull %s range %s acl %s', t.oid::regtype, typtype, typowner::regrole,
    (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid), case typtype when 'd' then format_type(typbasetype, typtypmod) end, typdefault, typnotnull,
    (select rngsubtype::regtype from pg_range where rngtypid = t.oid), typacl)
    from pg_type t join pg_namespace n on n.oid = typnamespace where typtype in ('e', 'd', 'c', 'r', 'm') and ${isOwn('nspname')} and ${isFree('pg_type', 't.oid')}`,
  `select format('publication %s owner %s all %s insert %s update %s delete %s truncate %s root %s tables %s', pubname, pubowner::regrole, puballtables, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot,
    (select array_agg(name order by name) from (select to_jsonb(r) - '{oid,prpubid,prqual}'::text[] || jsonb_build_object('prrelid', prrelid::regclass, 'prqual', to_jsonb(r) -> 'prqual' <> 'null') as name from pg_publication_rel r where prpubid = p.oid) tables)) from pg_publication p`,
  `select format('extension %s %s in %s', extname, extversion, extnamespace::regnamespace) from pg_extension`,
  `select format('event trigger %s on %s runs %s tags %s enabled %s', evtname, evtevent, evtfoid::regproc, evttags, evtenabled) from pg_event_trigger`,
  `select format('foreign data wrapper %s handler %s options %s', fdwname, fdwhandler::regproc, fdwoptions) from pg_foreign_data_wrapper`,
  `select format('server %s wrapper %s type %s version %s options %s', srvname, (select fdwname from pg_foreign_data_wrapper w where w.oid = srvfdw), srvtype, srvversion, srvoptions) from pg_foreign_server`,
  `select format('user mapping %s on %s options %s', case umuser when 0 then 'public' else umuser::regrole::text end, (select srvname from pg_foreign_server s where s.oid = umserver), umoptions) from pg_user_mapping`,
  `select format('role %s %s', rolname, to_jsonb(r) - 'oid' - 'rolname' - 'rolpassword') from pg_roles r`,
  `select format('member %s of %s admin %s', member::regrole, roleid::regrole, admin_option) from pg_auth_members`,
  `select format('role setting %s in %s: %s', setrole::regrole, setdatabase, setconfig) from pg_db_role_setting`,
  `select format('comment on %s: %s', (select (pg_identify_object(classoid, objoid, objsubid)).identity), description) from pg_description
    where objoid >= 16384 or classoid = 'pg_namespace'::regclass`,
  `select format('comment on role or database: %s', description) from pg_shdescription where objoid >= 16384`,
  `select format('rule %s', pg_get_ruledef(oid)) from pg_rewrite where rulename <> '_RETURN' and ev_class >= 16384`,
]

/** What a database holds, as sorted lines: equal lines mean equal objects, in whatever database. */
export async function catalogLines(database: Runner): Promise<string[]> {
  const lines: string[] = []
  for (const query of queries) {
    const rows = await database.run(query)
    lines.push(...rows.map((row) => String(Object.values(row)[0])))
  }
  return lines.sort()
}

export interface CatalogChange {
  readonly added: string[]
  readonly removed: string[]
}

/** What work changed in a database; an object that was altered is in both lists. */
export async function changesOf(database: Runner, work: () => Promise<unknown>): Promise<CatalogChange> {
  const before = await catalogLines(database)
  await work()
  return compareLines(before, await catalogLines(database))
}

/** Lines of one catalog that the other lacks. */
export function compareLines(before: readonly string[], after: readonly string[]): CatalogChange {
  return { added: after.filter((line) => !before.includes(line)), removed: before.filter((line) => !after.includes(line)) }
}
