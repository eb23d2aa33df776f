import { usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { sql } from '@colonnade/sql'
import { inControlPlane } from '../../e2e/control-plane.ts'
import { openGround } from '../parts/ground.ts'
import { type Bench, median, timed } from '../parts/measure.ts'

const rounds = 9
const projects = 1_000
const days = 90
/** On a screen of 1440 by 900 pixels; further ones are asked for when they come into view. */
const chartsInView = 4

/** What the usage page asks for, of an organization with a thousand projects and 90 days of every metric. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const [organization] = await ground.api.organizations.list({})
  const { id, slug } = organization!
  await inControlPlane(ground, async (client) => {
    await client.run(sql`
      insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
      select 'project-' || p, m, d, d + interval '1 hour', 'project-' || p, ${id}, 1 + (p * 7919 + extract(doy from d)::int * 104729) % 1000000
      from generate_series(date_trunc('day', now()) - ${days - 1} * interval '1 day', date_trunc('day', now()), interval '1 day') d,
        generate_series(1, ${projects}::int) p, unnest(${usageMetrics.map((metric) => metric.id)}::text[]) m`)
    await client.run(sql`update organizations set created_at = now() - interval '1 year'`)
    await client.run(sql`vacuum analyze usage_days`)
    await client.run(sql`vacuum analyze usage_totals`)
  })
  const last = new Date().toISOString().slice(0, 10)
  const range = { start: new Date(Date.parse(last) - (days - 1) * 86_400_000).toISOString().slice(0, 10), end: last }
  const askFor = {
    'every metric of 90 days': () => ground.api.usage.retrieve({ params: { slug }, query: range }),
    'one metric of 90 days, day by day': () => ground.api.usage.daily({ params: { slug }, query: { ...range, metric: 'egress' } }),
    'every metric of the billing period': () => ground.api.usage.retrieve({ params: { slug }, query: {} }),
    'what the first screen of 90 days asks for, at once': () =>
      Promise.all([
        ground.api.usage.retrieve({ params: { slug }, query: {} }),
        ground.api.usage.retrieve({ params: { slug }, query: range }),
        ...usageMetrics.slice(0, chartsInView).map((metric) => ground.api.usage.daily({ params: { slug }, query: { ...range, metric: metric.id } })),
      ]),
  }
  for (const [name, ask] of Object.entries(askFor)) {
    const samples: number[] = []
    for (let round = 0; round < rounds; round += 1) samples.push(await timed(ask))
    report({ figure: name, value: median(samples), unit: 'ms', goal: '<= 300', judges: 'value' })
  }
}
