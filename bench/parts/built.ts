import { spawnSync } from 'node:child_process'

/** Builds the dashboard unless that is done, as `npm start` does. What it says goes beside the figures, not among them. */
export function ensureBuilt(): void {
  const program = `import { ensureBuilt } from ${JSON.stringify(import.meta.resolve('../../tools/build.mjs'))}; await ensureBuilt()`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The dashboard could not be built')
}
