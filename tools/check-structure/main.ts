import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkCitedFiles } from './cited-files.ts'
import { checkCycles, checkFolderCycles } from './cycles.ts'
import { checkDependencies, type Workspace } from './dependencies.ts'
import { checkBarrels, checkFiles } from './files.ts'
import { checkLayers } from './layers.ts'
import { checkModules } from './modules.ts'
import { checkPageReads } from './page-reads.ts'
import { checkRoutes } from './routes.ts'
import { listFiles, readSources, readTexts } from './source-files.ts'
import { checkSpecification, specificationPath } from './specification.ts'
import { checkRawSql, checkEnvironment, checkSuperuser, checkUrls } from './texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const paths = listFiles(root)
const sources = readSources(root, paths)
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const workspaces = paths.flatMap((path): Workspace[] => {
  const folder = /^((?:packages|services|apps)\/[^/]+)\/package\.json$/.exec(path)?.[1]
  return folder === undefined ? [] : [{ ...(JSON.parse(textOf(path)) as Omit<Workspace, 'root'>), root: folder }]
})

const problems = [
  ...checkLayers(sources),
  ...checkCycles(sources),
  ...checkDependencies(workspaces, sources),
  ...checkFolderCycles(sources),
  ...checkFiles(paths, sources),
  ...checkBarrels(sources),
  ...checkEnvironment(sources),
  ...checkUrls(sources),
  ...checkRawSql(sources),
  ...checkSuperuser(sources),
  ...checkModules(sources),
  ...checkRoutes(sources),
  ...checkPageReads(sources),
  ...checkSpecification(textOf(specificationPath), readTexts(root, paths)),
  ...checkCitedFiles({ path: 'STYLE.md', text: textOf('STYLE.md') }, paths),
]
for (const problem of problems) console.error(problem)
console.log(`${sources.length} files, ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
