import { sql } from '@colonnade/sql'
import { inControlPlane } from '../../e2e/control-plane.ts'
import { openGround } from '../parts/ground.ts'
import { type Bench, median, timed } from '../parts/measure.ts'

const rounds = 9
const entries = 10_000_000
const people = 40
const projects = 500
const kinds = ['project.updated', 'project.restarted', 'backup.scheduled', 'snippet.removed', 'project.woke_up']

/** Reading an organization's audit log of ten million entries over HTTP, whole and through each of its filters. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const [organization] = await ground.api.organizations.list({})
  const { id, slug } = organization!
  await inControlPlane(ground, async (client) => {
    await client.run(sql`
      create temporary table dropped as select indexname, indexdef from pg_indexes where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`)
    await client.run(
      sql`do $$ declare one record; begin for one in select * from dropped loop execute format('drop index %I', one.indexname); end loop; end $$`,
    )
    await client.run(sql`
      insert into audit_log (at, event, user_id, organization_id, project_ref, address, user_agent, request_id, details)
      select timestamptz '2026-01-01' + n * interval '2 seconds', (${kinds}::text[])[1 + n % ${kinds.length}],
        case when n % 5 < 3 then md5((n * 7919 % ${people})::text)::uuid end, ${id}, 'project-' || n * 104729 % ${projects}, '203.0.113.7',
        'Mozilla/5.0 (X11; Linux x86_64)', 'req_' || n, jsonb_build_object('n', n)
      from generate_series(1, ${entries}::bigint) n`)
    await client.run(sql`do $$ declare one record; begin for one in select * from dropped loop execute one.indexdef; end loop; end $$`)
    await client.run(sql`vacuum analyze audit_log`)
  })
  const newest = (await ground.api.auditLog.list({ params: { slug }, query: { kind: 'snippet', limit: 1 } })).items[0]!
  const since = new Date(Date.parse(newest.at) - 30 * 86_400_000).toISOString()
  const filters = {
    'without a filter': {},
    'of a kind': { kind: 'backup' },
    'of a kind that never happened': { kind: 'replica' },
    'of a project': { project_ref: 'project-17' },
    'of what happened by itself, in a project': { actor: 'system', project_ref: 'project-17' },
    'of a kind in a project within 30 days': { kind: 'snippet', project_ref: 'project-17', since },
    'before a moment long ago': { until: '2026-01-02T00:00:00Z' },
  } as const
  for (const [name, filter] of Object.entries(filters)) {
    const samples: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      samples.push(await timed(() => ground.api.auditLog.list({ params: { slug }, query: filter })))
    }
    report({ figure: `a page ${name}`, value: median(samples), unit: 'ms', goal: '<= 300', judges: 'value' })
  }
}
