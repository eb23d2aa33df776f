import pg from 'pg'
import { addressOf } from '../../e2e/recovery/installation.ts'
import { openGround } from '../parts/ground.ts'
import { type Bench, medians, timed } from '../parts/measure.ts'

const rounds = 500
const text = 'select 1 as one'

/** A one-row query through the platform, less the same query through the bare driver. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const ref = await ground.create('asked')
  const { host, port, user, database, password } = addressOf(await ground.api.projects.retrieve({ params: { ref } }))
  const driver = new pg.Client({ host, port, user, database, password })
  await driver.connect()
  const works = {
    platform: () => timed(() => ground.query(ref, text)),
    bare: () => timed(() => driver.query(text)),
  }
  await medians(100, works)
  const { platform, bare } = await medians(rounds, works)
  await driver.end()
  report({ figure: 'one row, over the bare driver', value: platform - bare, unit: 'ms', against: bare, goal: '<= 1.5', judges: 'value' })
}
