import { databasePassword } from '../../e2e/recovery/installation.ts'
import { prepareByHand } from '../peers/by-hand.ts'
import { openGround } from '../parts/ground.ts'
import { type Bench, medians, timed, median } from '../parts/measure.ts'

const rounds = 15
const poolSize = 3
const inARow = 20
const handPort = 54_399

/** From the request for a project to the answer to its first query. */
export const bench: Bench = async (report) => {
  {
    await using ground = await openGround({ COLONNADE_POOL_SIZE: String(poolSize) })
    let count = 0
    const { platform, byHand } = await medians(rounds, {
      async platform() {
        await ground.untilPooled(poolSize)
        return timed(() => ground.create(`warm ${(count += 1)}`))
      },
      async byHand() {
        await ground.untilPooled(poolSize)
        await using made = await prepareByHand(ground.installation.paths, handPort)
        return await timed(() => made.bringUp(databasePassword))
      },
    })
    report({ figure: 'from the warm pool', value: platform / 1000, unit: 's', against: byHand / 1000, goal: '<= 0.2', judges: 'value' })
    report({
      figure: 'from the warm pool, to rename, start and password by hand',
      value: platform / 1000,
      unit: 's',
      against: byHand / 1000,
      goal: '<= 2',
      judges: 'ratio',
    })

    let succeeded = 0
    for (let index = 1; index <= inARow; index += 1) {
      await ground.create(`row ${index}`)
      succeeded += 1
    }
    report({ figure: `${inARow} in a row, all answer`, value: succeeded, unit: 'projects', goal: `>= ${inARow}`, judges: 'value' })
  }
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const samples: number[] = []
  for (let index = 1; index <= rounds; index += 1) samples.push(await timed(() => ground.create(`cold ${index}`)))
  report({ figure: 'with the pool empty', value: median(samples) / 1000, unit: 's', goal: '<= 0.8', judges: 'value' })
}
