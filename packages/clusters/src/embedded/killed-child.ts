/**
 * A platform process that crashes: opens a home, runs the given operations, and kills itself at a failpoint. failpoints.test.ts runs it as
 * `node killed-child.ts HOME CACHE REF OPERATIONS FAILPOINT [PRIMARY]`, e.g. `… ensure,start clusters.start.launch.after`. The failpoint
 * "making" is the moment when a copy is half done; "loading" is while an empty cluster runs. Exits with code 3 if it survives.
 */
import { watch } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

const [home = '', cacheDir = '', ref = '', operations = '', fatal = '', primary = ''] = process.argv.slice(2)
const backupId = '00000000-0000-4000-8000-000000000000'
const die = (): void => void process.kill(process.pid, 'SIGKILL')

// dozens of these processes start, and each would compile the driver again
enableCompileCache(join(cacheDir, 'compiled'))
const { silentLogger } = await import('@colonnade/core')
const { createEmbeddedClusters } = await import('./driver.ts')

const clusters = createEmbeddedClusters({
  home,
  cacheDir,
  logger: silentLogger,
  poolTarget: 0,
  failpoint(name) {
    if (name === fatal) die()
  },
})
await clusters.open()
// a killed process doesn't write its compile cache, so do it now
flushCompileCache()
if (fatal === 'making')
  watch(join(home, 'making'), { recursive: true }, (_event, name) => {
    if (name?.includes('base')) die()
  })
// found running, it shows as starting until it has answered
if (primary !== '') await clusters.start(primary)
for (const operation of operations.split(',')) {
  if (operation === 'ensure') await clusters.ensure(ref, { compute: 'nano' })
  if (operation === 'replicate') await clusters.replicas.replicate(ref, primary, { compute: 'nano' })
  if (operation === 'branch') await clusters.copies.branch(ref, primary, { compute: 'nano' }, { isWithData: true })
  if (operation === 'empty-branch') await clusters.copies.branch(ref, primary, { compute: 'nano' }, { isWithData: false })
  if (operation === 'blank') await clusters.upgrades.blank({ compute: 'nano', version: '17' }, async () => fatal === 'loading' && die())
  if (operation === 'backup') await clusters.backups.take(ref, backupId)
  if (operation === 'restore') {
    await clusters.backups.prepare(await clusters.backups.take(ref, backupId), { ref, compute: 'nano', restore: 'killed' })
    await clusters.backups.place({ ref, restore: 'killed' })
  }
  if (operation === 'upgrade') {
    await clusters.upgrades.close(ref)
    await clusters.upgrades.prepare({ ref, id: 'killed', version: '18', compute: 'nano' }, async () => fatal === 'loading' && die())
    await clusters.backups.place({ ref, restore: 'killed' })
  }
  if (operation === 'promote') {
    const plan = { primary, replica: ref, id: 'killed', isForced: false }
    await clusters.start(ref)
    await clusters.promotions.fence(plan, { signal: new AbortController().signal })
    await clusters.promotions.promote(plan)
    await clusters.promotions.rejoin(plan)
  }
  if (operation === 'start') await clusters.start(ref)
  if (operation === 'stop') await clusters.stop(ref)
  if (operation === 'destroy') await clusters.destroy(ref)
}
process.exit(3)
