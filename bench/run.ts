import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { ensureBrowser } from './parts/ready.ts'
import { type Bench, lineOf } from './parts/measure.ts'

/** npm run bench -- NAME: runs the bench of that name and prints a line of JSON for each of its figures. */
const files = await Array.fromAsync(glob('{calls,clusters,pages}/*.ts', { cwd: import.meta.dirname }))
const benches = new Map(files.map((file) => [basename(file, '.ts'), file]))
const [name = ''] = process.argv.slice(2)
const file = benches.get(name)
if (file === undefined) {
  console.error(`npm run bench -- NAME, where NAME is one of: ${[...benches.keys()].toSorted().join(', ')}`)
  process.exit(1)
}
// pages need a browser: the one that npm test uses
if (file.startsWith('pages/')) process.env['COLONNADE_TEST_BROWSER'] ??= ensureBrowser()
const { bench } = (await import(`./${file}`)) as { bench: Bench }
await bench((figure) => console.log(lineOf(name, figure)))
process.exit(0)
