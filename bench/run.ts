import { readdir } from 'node:fs/promises'
import { type Bench, lineOf } from './parts/measure.ts'

/** npm run bench -- NAME: runs bench/NAME.ts and prints a line of JSON for each of its figures. */
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'run')
  .sort()
const [name = ''] = process.argv.slice(2)
if (!names.includes(name)) {
  console.error(`npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`)
  process.exit(1)
}
const { bench } = (await import(`./${name}.ts`)) as { bench: Bench }
await bench((figure) => console.log(lineOf(name, figure)))
process.exit(0)
