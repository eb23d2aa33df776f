import { untilStatus } from '../e2e/recovery/installation.ts'
import { prepareByHand } from './peers/by-hand.ts'
import { openGround } from './ground.ts'
import { type Bench, medians, timed } from './measure.ts'

const rounds = 15
const handPort = 54_399

/** From the request to wake a stopped project to the answer to its first query. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const { api } = ground
  const ref = await ground.create('sleeper')
  const params = { ref }
  await using made = await prepareByHand(ground.installation.paths, handPort)
  await made.bringUp('unused-password')
  const { platform, byHand } = await medians(rounds, {
    async platform() {
      await api.projects.pause({ params })
      await untilStatus(api, ref, 'INACTIVE')
      return timed(async () => {
        await api.projects.restore({ params })
        await untilStatus(api, ref, 'ACTIVE_HEALTHY')
        await ground.query(ref, 'select 1')
      })
    },
    async byHand() {
      await made.stop()
      return timed(() => made.wake())
    },
  })
  report({ figure: 'stopped to first query', value: platform / 1000, unit: 's', against: byHand / 1000, goal: '<= 0.12', judges: 'value' })
}
