import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, pinnedNode, root } from './install.mjs'

// npm start: install what is missing, build what changed, run
try {
  await ensureInstalled()
  await ensureBuilt()
} catch (error) {
  console.error(`\n  ${error.message}\n`)
  process.exit(1)
}
const server = spawn(pinnedNode(), [join(root, 'apps/server/src/main.ts')], { stdio: 'inherit' })
// the server stops its clusters first, and we wait for it; Ctrl+C reaches both of us, which it takes once
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)))
