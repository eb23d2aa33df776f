import { spawnSync } from 'node:child_process'

/** Builds the dashboard unless that is done, as `npm start` does. */
export function ensureBuilt(): void {
  ready('build.mjs', 'ensureBuilt')
}

/** Path of the browser that `npm test` uses, which is installed where there is none. */
export function ensureBrowser(): string {
  return ready('browser.mjs', 'ensureBrowser')
}

/** What a function of a tool gives, as text. What it says meanwhile goes beside the figures, not among them. */
function ready(file: string, name: string): string {
  const program = `import { writeSync } from 'node:fs'
import { ${name} } from ${JSON.stringify(import.meta.resolve(`../../tools/${file}`))}
writeSync(3, String(await ${name}()))`
  const { status, output } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 2, 2, 'pipe'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${name} of tools/${file} failed`)
  return output[3]!
}
