import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, run, withProgress } from './install.mjs'

/** Everything that ends up in the dashboard. */
const sources = [
  'package-lock.json',
  'apps/dashboard/index.html',
  'apps/dashboard/vite.config.ts',
  'apps/dashboard/build',
  'apps/dashboard/src',
  ...['client', 'contracts', 'core', 'pg-meta', 'sql', 'ui'].map((name) => `packages/${name}/src`),
]

/** Builds the dashboard unless what is built came from exactly these sources. */
export async function ensureBuilt() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  const wanted = hash.digest('hex')
  const stamp = join(root, 'apps/dashboard/dist/.built-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await withProgress('Building the dashboard', () => run(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'apps/dashboard') }))
  await run(pinnedNode(), [join(root, 'tools/compress.ts')])
  writeFileSync(stamp, wanted)
}

function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  const entries = statKind(full) === 'folder' ? readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)) : null
  if (entries === null) hash.update(path).update(readFileSync(full))
  else for (const entry of entries) addTo(hash, `${path}/${entry.name}`)
}

function statKind(path) {
  try {
    readdirSync(path)
    return 'folder'
  } catch {
    return 'file'
  }
}
