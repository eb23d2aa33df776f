import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, pinnedNode, root } from './install.mjs'
import { supervise } from './supervise.mjs'

// npm start: install what is missing, build what changed, run, and run again what died
try {
  await ensureInstalled()
  await ensureBuilt()
} catch (error) {
  console.error(`\n  ${error.message}\n`)
  process.exit(1)
}
const server = supervise(pinnedNode(), [join(root, 'apps/server/src/main.ts')])
// the server stops its clusters first, and we wait for it; Ctrl+C reaches both of us, which it takes once
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.stop(signal))
process.exit(await server.ended)
