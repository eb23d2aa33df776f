import type { SourceFile } from './source-files.ts'

/** Packages by layer: an import goes to a lower layer, or nowhere. */
const packageLayers: readonly (readonly string[])[] = [
  ['core', 'sql', 'ui'],
  ['pg-meta', 'rest-query', 'projects', 'reconciling', 'objects', 'mail', 'oidc', 'outbound'],
  ['contracts', 'pg', 'tokens', 'secrets'],
  ['http', 'client', 'clusters', 'credentials'],
  ['project-pool', 'row-feed'],
  ['testing'],
]
const serviceLayer = packageLayers.length
const serverLayer = serviceLayer + 1
/** Tests, benches and tools stand outside of the house and may look at all of it. */
const outsideLayer = serverLayer + 1

/** All that the dashboard may import; each of them runs in a browser. */
const browserSafe = new Set(['core', 'sql', 'ui', 'contracts', 'pg-meta', 'rest-query', 'client'])
/** Entry points for tests, benches and faults: internals that the product doesn't promise to anybody. */
const testEntry = /^@colonnade\/[^/]+\/testing(\/|$)/
const testCode = /(^|\/)testing(-[a-z]+)*(\/|\.ts$)/
const nodeOnly = /^(node:|pg$|fastify$)/

/** Inside the dashboard: each folder imports only those before it, and what is said of features below. */
const dashboardLayers = ['styles', 'lib', 'scope', 'features', 'navigation', 'layouts', 'routes']

/** The testing package stands up what it tests, so tests may import it from any layer. */
export function checkLayers(files: readonly SourceFile[]): string[] {
  return files.filter(({ isGenerated }) => !isGenerated).flatMap((file) => [...checkPackages(file), ...checkDashboard(file)])
}

function checkPackages(file: SourceFile): string[] {
  const from = ownerOf(file.path)
  return file.imports.flatMap(({ specifier, target }) => {
    if (target !== null) return leavesHome(from, target) ? [`${file.path}: "${specifier}" leaves its package; import the package by its name`] : []
    if (testEntry.test(specifier) && from.root !== '' && !file.isTest && !testCode.test(file.path)) {
      return [`${file.path}: "${specifier}" is for tests`]
    }
    if (from.isBrowserSafe && !file.isTest && nodeOnly.test(specifier)) return [`${file.path}: "${specifier}" does not run in a browser`]
    const name = /^@colonnade\/([^/]+)/.exec(specifier)?.[1]
    if (name === undefined || name === from.name) return []
    if (file.isTest && name === 'testing') return []
    if (from.name === 'dashboard' && !browserSafe.has(name)) return [`${file.path}: the dashboard does not import ${specifier}`]
    return layerOf(name) >= from.layer ? [`${file.path}: "${specifier}" is an import upward or sideways`] : []
  })
}

/** From the outside, too, packages are entered by what their package.json exports. */
function leavesHome({ root }: Owner, target: string): boolean {
  return root === '' ? /^(packages|services|apps)\//.test(target) : !target.startsWith(`${root}/`)
}

function checkDashboard({ path, imports }: SourceFile): string[] {
  const from = placeInDashboard(path)
  if (from === null) return []
  return imports.flatMap(({ target }) => {
    const to = target === null ? null : placeInDashboard(target)
    if (to === null) return []
    if (from.folder === 'features' && to.folder === 'features' && from.noun !== to.noun) {
      return [`${path}: a feature does not import another (${target}); what both need moves down, or a route composes them`]
    }
    return dashboardLayers.indexOf(to.folder) > dashboardLayers.indexOf(from.folder) ? [`${path}: "${target}" is an import upward`] : []
  })
}

function placeInDashboard(path: string): { folder: string; noun: string } | null {
  const [, folder, noun] = /^apps\/dashboard\/src\/([^/]+)\/([^/]+)/.exec(path) ?? []
  return folder !== undefined && noun !== undefined && dashboardLayers.includes(folder) ? { folder, noun } : null
}

interface Owner {
  readonly name: string
  readonly root: string
  readonly layer: number
  readonly isBrowserSafe: boolean
}

function ownerOf(path: string): Owner {
  const [kind = '', name = ''] = path.split('/')
  if (kind === 'packages') return { name, root: `packages/${name}`, layer: layerOf(name), isBrowserSafe: browserSafe.has(name) }
  if (kind === 'services') return { name, root: `services/${name}`, layer: serviceLayer, isBrowserSafe: false }
  if (kind === 'apps' && name === 'dashboard')
    return { name, root: 'apps/dashboard', layer: serviceLayer, isBrowserSafe: path.startsWith('apps/dashboard/src/') }
  if (kind === 'apps') return { name, root: `apps/${name}`, layer: serverLayer, isBrowserSafe: false }
  return { name: '', root: '', layer: outsideLayer, isBrowserSafe: false }
}

function layerOf(name: string): number {
  const layer = packageLayers.findIndex((names) => names.includes(name))
  return layer >= 0 ? layer : name === 'server' ? serverLayer : serviceLayer
}
