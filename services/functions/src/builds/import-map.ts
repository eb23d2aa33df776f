import { posix } from 'node:path'
import { parseJsonc } from './jsonc.ts'

/** What a source's configuration says, as far as a bundle depends on it. */
export interface SourceConfig {
  readonly imports: Readonly<Record<string, string>>
  readonly scopes: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly compilerOptions: Readonly<Record<string, unknown>>
}

/** A configuration that can't be used, in words for whoever wrote it. */
export class ConfigProblem extends Error {}

/** Of all others, most are about types, which nobody checks here. */
const keptOptions = new Set([
  'jsx',
  'jsxFactory',
  'jsxFragmentFactory',
  'jsxImportSource',
  'jsxImportSourceTypes',
  'jsxPrecompileSkipElements',
  'experimentalDecorators',
  'emitDecoratorMetadata',
])

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads a source's `deno.json`, import map or `package.json`, with addresses of files as URLs.
 *
 * @param read gives the text of a file of the source by its path; undefined for one that there is not
 * @param root URL of the source's root, with a slash at the end
 * @throws ConfigProblem
 */
export function readConfig(path: string | null, read: (path: string) => string | undefined, root: string): SourceConfig {
  if (path === null) return { imports: {}, scopes: {}, compilerOptions: {} }
  const fields = parse(path, read)
  if (posix.basename(path) === 'package.json') return { imports: dependenciesOf(path, fields), scopes: {}, compilerOptions: {} }
  const other = fields['importMap']
  const isMapElsewhere = typeof other === 'string' && fields['imports'] === undefined
  const mapPath = isMapElsewhere ? posix.join(posix.dirname(path), other) : path
  const map = isMapElsewhere ? parse(mapPath, read) : fields
  const base = new URL(mapPath, root)
  const options = objectOf(path, 'compilerOptions', fields['compilerOptions'])
  return {
    imports: addresses(mapPath, map['imports'], base, root),
    scopes: Object.fromEntries(
      Object.entries(objectOf(mapPath, 'scopes', map['scopes'])).map(([scope, imports]) => [
        new URL(scope, base).href,
        addresses(mapPath, imports, base, root),
      ]),
    ),
    compilerOptions: Object.fromEntries(Object.entries(options).filter(([name]) => keptOptions.has(name))),
  }
}

function parse(path: string, read: (path: string) => string | undefined): Fields {
  const text = read(path)
  if (text === undefined) throw new ConfigProblem(`${path} is not among the files.`)
  try {
    return objectOf(path, 'configuration', parseJsonc(text))
  } catch (error) {
    if (error instanceof ConfigProblem) throw error
    throw new ConfigProblem(`${path} isn't valid JSON: ${(error as Error).message}`)
  }
}

function objectOf(path: string, name: string, value: unknown): Fields {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ConfigProblem(`In ${path}, ${name} must be an object.`)
  return value as Fields
}

/** Names of packages stand for packages of npm. */
function dependenciesOf(path: string, fields: Fields): Readonly<Record<string, string>> {
  const imports: Record<string, string> = {}
  for (const [name, range] of Object.entries(objectOf(path, 'dependencies', fields['dependencies']))) {
    if (typeof range !== 'string' || !/^(?:npm:)?[@\w./^~<>=|*+ -]*$/.test(range)) {
      throw new ConfigProblem(`In ${path}, the version of ${name} must be one of npm.`)
    }
    imports[name] = range.startsWith('npm:') ? range : `npm:${name}@${range === '' ? '*' : range}`
  }
  return imports
}

/** Files are named by whole URLs from here on: the configuration that the bundler reads lies elsewhere. None may lead out of the source. */
function addresses(path: string, value: unknown, base: URL, root: string): Readonly<Record<string, string>> {
  const entries = Object.entries(objectOf(path, 'imports', value)).map(([name, address]): [string, string] => {
    if (typeof address !== 'string') throw new ConfigProblem(`In ${path}, the address of ${name} must be a text.`)
    const whole = /^\.{0,2}\//.test(address) ? new URL(address, base).href : address
    if (/^file:/i.test(whole) && !new URL(whole).href.startsWith(root)) {
      throw new ConfigProblem(`In ${path}, ${name} leads out of the function's files: ${address}`)
    }
    return [/^\.{0,2}\//.test(name) ? new URL(name, base).href : name, whole]
  })
  return Object.fromEntries(entries)
}
