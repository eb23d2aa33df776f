import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Api, databasePassword, untilStatus } from '../../e2e/recovery/installation.ts'
import { prepareByHand } from '../peers/by-hand.ts'
import { openGround } from '../parts/ground.ts'
import { type Bench, medians, timed } from '../parts/measure.ts'

const rounds = 15
const handPort = 54_399

/**
 * From the request to wake a stopped project to the answer to its first query: one that was paused, by the API, and one that sleeps, by a
 * client of the pooler or of the data API that knows nothing of it.
 */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const { api } = ground
  const ref = await ground.create('sleeper')
  const params = { ref }
  const ways = await api.projectSettings.supavisor({ params })
  const session = ways.find(({ pool_mode }) => pool_mode === 'session')!
  const anon = (await api.projectSettings.settings({ params })).service_api_keys.find(({ name }) => name === 'anon')!
  await ground.query(ref, 'create table films (id int primary key); insert into films values (1)')
  await using made = await prepareByHand(ground.installation.paths, handPort)
  await made.bringUp('unused-password')
  const { platform, pooler, dataApi, query, byHand } = await medians(rounds, {
    async platform() {
      await api.projects.pause({ params })
      await untilStatus(api, ref, 'INACTIVE')
      return timed(async () => {
        await api.projects.restore({ params })
        await untilStatus(api, ref, 'ACTIVE_HEALTHY')
        await ground.query(ref, 'select 1')
      })
    },
    async pooler() {
      await fallAsleep(api, ref)
      const { db_host: host, db_port: port, db_user: user, db_name: database } = session
      const client = new pg.Client({ host, port, user, database, password: databasePassword })
      const tookMs = await timed(async () => {
        await client.connect()
        await client.query('select 1')
      })
      await client.end()
      return tookMs
    },
    async dataApi() {
      await fallAsleep(api, ref)
      return timed(async () => {
        const { status } = await fetch(`${ground.server.url}/api/${ref}/rest/v1/films?select=id&id=eq.1`, { headers: { apikey: anon.api_key } })
        if (status !== 200) throw new Error(`The data API answered ${status}`)
      })
    },
    async query() {
      await fallAsleep(api, ref)
      return timed(() => ground.query(ref, 'select 1'))
    },
    async byHand() {
      await made.stop()
      return timed(() => made.wake())
    },
  })
  report({ figure: 'stopped to first query', value: platform / 1000, unit: 's', against: byHand / 1000, goal: '<= 0.12', judges: 'value' })
  // its wake time is what the platform's own query needs to be answered
  report({
    figure: 'asleep, what the data API adds to a wake',
    value: dataApi - query,
    unit: 'ms',
    goal: '<= 15',
    judges: 'value',
  })
  report({ figure: 'asleep, connect to first row', value: pooler / 1000, unit: 's', against: byHand / 1000, goal: '<= 0.15', judges: 'value' })
}

/** Puts a project to sleep, as soon as its server has seen the last client leave. */
export async function fallAsleep(api: Api, ref: string): Promise<void> {
  for (;;) {
    const state = await api.sleeps.sleep({ params: { ref } }).then(
      (project) => project.sleep,
      (error: { code?: string }) => {
        if (error.code !== 'project_busy') throw error
      },
    )
    if (state === 'asleep') return
    await sleep(20)
  }
}
