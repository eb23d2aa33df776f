import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNoun, isRoom, moduleFiles, nextSteps, registeredFiles, rooms } from './module-files.ts'

/** npm run new module ROOM NAME: the files of a noun, registered where the platform and the dashboard find them. */
const root = fileURLToPath(new URL('..', import.meta.url))
const [kind, room, noun] = process.argv.slice(2)

if (kind !== 'module' || !isRoom(room) || !isNoun(noun)) {
  console.error(`Usage: npm run new module ROOM NAME
ROOM is one of ${rooms.join(', ')}
NAME is the plural of a noun in kebab case, such as api-keys`)
  process.exit(2)
}

const created = moduleFiles(room, noun)
const taken = Object.keys(created).filter((path) => existsSync(join(root, path)))
if (taken.length > 0) {
  console.error(`Nothing was written: ${taken.join(', ')} exists.`)
  process.exit(1)
}
for (const [path, content] of Object.entries({ ...created, ...registeredFiles(room, noun, (path) => readFileSync(join(root, path), 'utf8')) })) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  console.log(path)
}
console.log(`\n${nextSteps(noun)}`)
