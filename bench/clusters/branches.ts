import { branch } from '../parts/branch.ts'
import { openGround } from '../parts/ground.ts'
import { type Bench, median, timed } from '../parts/measure.ts'
import { copyPlainly, fillLarge } from '../parts/plain-copy.ts'

const poolSize = 2
const rounds = 7
const largeRounds = 3

/** What a branch takes from the request to its first answered query, beside a plain copy of its source's files. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: String(poolSize) })
  const small = await ground.create('small')
  await ground.query(small, 'create table notes as select generate_series(1, 1000) as id')
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await ground.untilPooled(poolSize)
    times.push(await branch(ground, small))
  }
  report({ figure: 'branch of a small project', value: median(times) / 1_000, unit: 's', goal: '<= 0.25', judges: 'value' })

  const large = await ground.create('large')
  await fillLarge(ground, large)
  const [copies, plain]: [number[], number[]] = [[], []]
  for (let round = 0; round < largeRounds; round += 1) {
    await ground.untilPooled(poolSize)
    plain.push(await timed(() => copyPlainly(ground, large)))
    copies.push(await branch(ground, large))
  }
  const value = median(copies) / 1_000
  const { is_shared: isShared } = await ground.api.branches.estimate({ params: { ref: large } })
  if (isShared) report({ figure: 'branch of 2 GB that shares its files', value, unit: 's', goal: '<= 0.5', judges: 'value' })
  else report({ figure: 'branch of 2 GB', value, unit: 's', against: median(plain) / 1_000, goal: '<= 1.3', judges: 'ratio' })
}
