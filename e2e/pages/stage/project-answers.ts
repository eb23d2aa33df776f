import { dedicatedPoolers } from '@colonnade/contracts/connections/dedicated-poolers'
import { lints } from '@colonnade/contracts/data/lints'
import { addons } from '@colonnade/contracts/projects/addons'
import { projectHealth } from '@colonnade/contracts/projects/project-health'
import { projectSettings } from '@colonnade/contracts/projects/project-settings'
import { projects } from '@colonnade/contracts/projects/projects'
import { sleeps } from '@colonnade/contracts/projects/sleeps'
import { answer, type AnyAnswer, found } from './answers.ts'
import { anActivity, longAgo, type World } from './world.ts'

const addressed = { db_name: 'postgres', db_user: 'postgres' }
const uriOf = (host: string | null, port: number | null): string => `postgresql://postgres:[YOUR-PASSWORD]@${host}:${port}/postgres`

/** What pages ask about a project, and what Connect shows of it. */
export const projectAnswers = [
  answer(projects.retrieve, ({ params }, world) => projectOf(world, params.ref)),
  answer(projects.databases, ({ params }, world) => {
    const { ref, region, status, inserted_at, db_host, db_port } = projectOf(world, params.ref)
    return [
      {
        identifier: ref,
        database_type: 'PRIMARY',
        region,
        status,
        inserted_at,
        db_host,
        db_port,
        ...addressed,
        connection_string: uriOf(db_host, db_port),
        pool_mode: null,
      },
    ]
  }),
  answer(projects.activity, () => anActivity),
  answer(projects.events, (_asked, world) => world.events),
  answer(projectHealth.health, () => [
    { id: 'database', status: 'HEALTHY', message: 'Answered in 3 ms' },
    { id: 'connections', status: 'HEALTHY', message: '3 of 40 connections in use' },
  ]),
  answer(projectHealth.samples, () => []),
  answer(lints.run, () => []),
  answer(sleeps.report, () => ({
    after: 'plan',
    after_minutes: 15,
    kept_awake_by: null,
    sleeps: [],
    saved: { since: longAgo, sleeps: 0, asleep_seconds: 0, memory_byte_seconds: 0 },
  })),
  answer(projectSettings.settings, ({ params: { ref } }) => ({
    ref,
    app_config: { protocol: 'http', endpoint: `localhost:8000/api/${ref}`, is_served: true },
    service_api_keys: [
      { name: 'anon', api_key: 'the-anon-key', tags: 'anon,public' },
      { name: 'service_role', api_key: 'the-service-key', tags: 'service_role' },
    ],
    publishable_key: 'the-publishable-key',
  })),
  answer(projectSettings.supavisor, ({ params: { ref } }) =>
    (['transaction', 'session'] as const).map((pool_mode) => {
      const db_port = pool_mode === 'transaction' ? 6543 : 5432
      return {
        identifier: ref,
        database_type: 'PRIMARY',
        pool_mode,
        db_host: '127.0.0.1',
        db_port,
        ...addressed,
        db_user: `postgres.${ref}`,
        connection_string: `postgresql://postgres.${ref}:[YOUR-PASSWORD]@127.0.0.1:${db_port}/postgres`,
        is_tls_required: false,
        default_pool_size: 15,
        max_client_conn: 200,
      }
    }),
  ),
  answer(dedicatedPoolers.retrieve, () => ({
    pgbouncer_enabled: false,
    state: null,
    problem: null,
    pool_mode: null,
    db_host: null,
    db_port: null,
    session_port: null,
    ...addressed,
    connection_string: null,
  })),
  answer(addons.list, () => ({ selected_addons: [], available_addons: [], currency: 'USD' })),
] satisfies readonly (readonly [object, AnyAnswer])[]

const projectOf = (world: World, wanted: string) => found(world.projects.find(({ ref }) => ref === wanted))
