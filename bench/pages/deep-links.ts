import pg from 'pg'
import { openOwnDashboard } from '../../e2e/dashboard.ts'
import { addressOf } from '../../e2e/recovery/installation.ts'
import { type DeepLink, visitLinks } from '../parts/link-visits.ts'
import type { Bench } from '../parts/measure.ts'
import { ensureBuilt } from '../parts/ready.ts'
import { openPlainServer } from '../peers/plain-server.ts'

const rounds = 5
const setUp = `
  create table large (id bigint primary key, name text not null, price numeric(10, 2), made_at timestamptz, tags text[]);
  insert into large select n, 'row ' || n, n / 7.0, now() - n * interval '1 minute', array['a', 'b'] from generate_series(1, 1000000) n;
  do $$ begin for n in 1..40 loop execute format('create table %I (id int primary key)', 'table_' || n); end loop; end $$`

/** The same facts on pages that a server renders; one statement in place of the SQL editor. */
const plainPages = {
  'table editor': { title: 'large', query: 'select * from large order by id limit 100' },
  'SQL editor': { title: 'SQL', query: "select 'select 1' as statement" },
  overview: {
    title: 'Overview',
    query: `select pg_database_size(current_database()) as bytes, (select count(*) from pg_stat_activity) as connections,
      (select count(*) from pg_class where relkind = 'r') as tables`,
  },
  'database tables': {
    title: 'Tables',
    query: `select relname, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  },
}
type PageName = keyof typeof plainPages

/** Links into a project, opened in a new browser and again, beside a page with the same facts that a server renders. */
export const bench: Bench = async (report) => {
  ensureBuilt()
  await using dashboard = await openOwnDashboard()
  const ref = await dashboard.project('Links')
  await dashboard.api.queries.run({ params: { ref }, body: { query: setUp } })
  await dashboard.api.queries.run({ params: { ref }, body: { query: 'vacuum analyze' } })
  const signedIn = await dashboard.open('/platform/docs')
  const cookies = await signedIn.context().cookies()
  const { host, port, user, database, password } = addressOf(await dashboard.api.projects.retrieve({ params: { ref } }))
  const driver = new pg.Client({ host, port, user, database, password })
  await driver.connect()
  await using closing = new AsyncDisposableStack()
  closing.defer(() => driver.end())
  await using plain = await openPlainServer(driver, plainPages)
  const project = `${dashboard.url}/project/${ref}`
  const rows = { selector: '[role=gridcell]', text: 'row 1' }
  const ours: Readonly<Record<PageName, DeepLink>> = {
    'table editor': { url: `${project}/editor?schema=public&table=large`, sought: rows },
    'SQL editor': { url: `${project}/sql/new`, sought: { selector: '.cm-content' } },
    overview: { url: project, sought: { selector: 'main h1' } },
    'database tables': { url: `${project}/database/tables`, sought: { selector: 'main button[data-entry]' } },
  }
  const names = Object.keys(ours) as PageName[]
  const pairs = names.map((name) => [name, { link: ours[name], peer: { url: plain.urlOf(name), sought: { selector: 'td' } } }])
  const visits = await visitLinks(Object.fromEntries(pairs) as Record<PageName, { link: DeepLink; peer: DeepLink }>, cookies, rounds)
  for (const name of names) {
    const { link, peer } = visits[name]
    const time = (figure: string, goal: string, value: number, against: number) =>
      report({ figure: `${name}, ${figure}`, value, unit: 'ms', against, goal, judges: 'value' })
    time('cold', '<= 600', link.cold.shown, peer.cold.shown)
    time('warm', '<= 400', link.warm.shown, peer.warm.shown)
    time('warm, first contentful paint', '<= 200', link.warm.firstContentfulPaint, peer.warm.firstContentfulPaint)
    time('warm, work of the main thread', '<= 300', link.warm.work, peer.warm.work)
    if (link.warm.firstQuery > 0) {
      report({ figure: `${name}, warm, first query`, value: link.warm.firstQuery, unit: 'ms', goal: '<= 100', judges: 'value' })
    }
    report({ figure: `${name}, scripts`, value: link.cold.scripts, unit: 'scripts', goal: '<= 12', judges: 'value' })
  }
}
