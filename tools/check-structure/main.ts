import { fileURLToPath } from 'node:url'
import { checkCycles } from './cycles.ts'
import { checkBarrels, checkFiles } from './files.ts'
import { checkLayers } from './layers.ts'
import { checkModules } from './modules.ts'
import { checkPageReads } from './page-reads.ts'
import { checkRoutes } from './routes.ts'
import { listFiles, readSources } from './source-files.ts'
import { checkDoors, checkEnvironment, checkSuperuser, checkUrls } from './texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const paths = listFiles(root)
const sources = readSources(root, paths)

const problems = [
  ...checkLayers(sources),
  ...checkCycles(sources),
  ...checkFiles(paths, sources),
  ...checkBarrels(sources),
  ...checkEnvironment(sources),
  ...checkUrls(sources),
  ...checkDoors(sources),
  ...checkSuperuser(sources),
  ...checkModules(sources),
  ...checkRoutes(sources),
  ...checkPageReads(sources),
]
for (const problem of problems) console.error(problem)
console.log(`${sources.length} files, ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
