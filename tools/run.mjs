import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, pinnedNode, root } from './install.mjs'

// Runs one of our TypeScript programs under the pinned Node: node tools/run.mjs FILE ARGS…
const [file, ...args] = process.argv.slice(2)
await ensureInstalled()
const child = spawn(pinnedNode(), [join(root, file), ...args], { stdio: 'inherit', cwd: root })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
