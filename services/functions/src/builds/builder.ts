import type { Clock, Logger } from '@colonnade/core'
import type { FunctionBuild, FunctionBuilder, FunctionEnvironment, FunctionSource } from '@colonnade/projects'
import { createHash } from 'node:crypto'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Ground } from '../sandboxes/ground.ts'
import type { Boot } from '../sandboxes/boot-once.ts'
import { type BundleFile, openBundles } from './bundles.ts'
import { isMatch } from './globs.ts'
import { type BundlerEnvironment, readableLog, runBundler } from './bundler.ts'
import { ConfigProblem, readConfig, type SourceConfig } from './import-map.ts'
import { bundleBytesMost, bundleMs, firstAttemptMs, namedMost, unreachableMs } from './limits.ts'
import { createBuildQueue } from './queue.ts'
import { hostOf, type ModuleHost, namedSpecifiers, substituteOf, unreachedHosts } from './substitutes.ts'
import { type Bench, openWorkshop, TooLarge } from './workshop.ts'

/** How packages of npm are fetched on this machine. */
export interface PackageSource {
  /** `NPM_CONFIG_REGISTRY`, proxies and certificates, as far as they are set. */
  readonly environment: BundlerEnvironment
  /** Text of the `.npmrc` that holds for the installation; empty for none. */
  readonly npmrc: string
}

export interface FunctionBuilderParts {
  /** Where the service keeps its files. Bundles are in its folder `bundles`. */
  readonly folder: string
  readonly ground: Pick<Ground, 'deno' | 'holders' | 'accountOf'>
  readonly boot: (bundle: {
    readonly ref: string
    readonly bundle: string
    readonly entrypoint: string
    readonly environment: FunctionEnvironment
  }) => Promise<Boot>
  readonly packages: PackageSource
  readonly clock: Clock
  readonly logger: Logger
}

/** Whoever bundles: no project. */
const bundlerName = 'builds'

const silent = 'The function printed nothing and listened to no requests within 5 seconds. Call Deno.serve, or export a fetch handler.'

type Bundle = { readonly files: readonly BundleFile[]; readonly entrypoint: string; readonly notices: readonly string[] }

export async function createFunctionBuilder({ folder, ground, boot, packages, clock, logger }: FunctionBuilderParts): Promise<FunctionBuilder> {
  const bundlesFolder = join(folder, 'bundles')
  const bundles = await openBundles(bundlesFolder, clock)
  const workshop = await openWorkshop(folder, ground.accountOf(bundlerName), packages.npmrc)
  const queue = createBuildQueue()
  const unreachedAt = new Map<ModuleHost, number>()
  const isUnreached = (host: ModuleHost): boolean => clock.now() - (unreachedAt.get(host) ?? -Infinity) < unreachableMs

  const bundleOnce = async (bench: Bench, source: FunctionSource, config: SourceConfig, named: readonly string[], withinMs: number) => {
    const { imports, scopes, notices } = withSubstitutes(config, named, bench, isUnreached)
    await bench.writeConfig({
      imports: { ...imports, 'file:///': 'refused:///', [bench.root]: bench.root, [bench.shimUrl('')]: bench.shimUrl('') },
      scopes,
      compilerOptions: config.compilerOptions,
    })
    const { account } = workshop
    const entrypoint = `src/${source.entrypoint}`
    const common = { ground, account, folder: bench.folder, config: 'deno.json', environment: packages.environment }
    return { ...(await runBundler({ ...common, entrypoint, withinMs })), notices }
  }

  const bundle = async (source: FunctionSource): Promise<Bundle | string> => {
    await using bench = await workshop.open(source)
    const texts = new Map(source.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')]))
    const config = readConfig(source.importMap, (path) => texts.get(path), bench.root)
    const named = [...new Set([...texts.values()].flatMap(namedSpecifiers))].slice(0, namedMost)
    const mayBeUnreached = named.some((specifier) => hostOf(specifier) !== null)
    const startedAt = clock.now()
    let made = await bundleOnce(bench, source, config, named, mayBeUnreached ? firstAttemptMs : bundleMs)
    if (!made.isDone) {
      const hosts = made.isLate && mayBeUnreached ? named.flatMap((specifier) => hostOf(specifier) ?? []) : unreachedHosts(made.log)
      const news = hosts.filter((host) => !isUnreached(host))
      for (const host of hosts) unreachedAt.set(host, clock.now())
      if (news.length > 0) made = await bundleOnce(bench, source, config, named, bundleMs - Math.min(firstAttemptMs, clock.now() - startedAt))
    }
    if (made.isLate) return `Bundling took longer than ${bundleMs / 1_000} seconds.`
    if (!made.isDone) {
      const missing = unreachedHosts(made.log).map((host) => `This installation can't reach ${host}. Import the package from npm: instead.`)
      return [readableLog(made.log, bench), ...missing].join('\n')
    }
    return { ...(await collect(bench, source, texts)), notices: [...made.notices, ...importMetaNotices(source, texts)] }
  }

  const build = async (ref: string, source: FunctionSource, environment: FunctionEnvironment): Promise<FunctionBuild> => {
    let made: Bundle | string
    try {
      made = await bundle(source)
    } catch (error) {
      if (error instanceof ConfigProblem) made = error.message
      else if (error instanceof TooLarge) made = tooLarge(error.bytes)
      else throw error
    }
    if (typeof made === 'string') return { failure: 'bundle_failed', log: made }
    const bytes = made.files.reduce((sum, file) => sum + (file.path.endsWith('.js.map') ? 0 : file.bytes.byteLength), 0)
    if (bytes > bundleBytesMost) return { failure: 'bundle_failed', log: tooLarge(bytes) }
    const name = await bundles.keep(made.files)
    const path = join(bundlesFolder, name)
    const { isUp, log } = await boot({ ref, bundle: path, entrypoint: made.entrypoint, environment })
    if (!isUp) {
      const said = log.replaceAll(`${pathToFileURL(path).href}/`, '').replaceAll(`${path}/`, '')
      return { failure: 'boot_failed', log: said === '' ? silent : said }
    }
    return { bundle: name, entrypoint: made.entrypoint, notices: made.notices }
  }

  /** The same source that is being built already is built once. */
  const running = new Map<string, Promise<FunctionBuild>>()
  return {
    build(ref, source, environment) {
      const key = `${ref} ${hashOf(source, environment)}`
      const known = running.get(key)
      if (known) return known
      const begun = queue
        .run(ref, async () => {
          const startedAt = clock.now()
          const made = await build(ref, source, environment)
          logger.info('function built', {
            ref,
            entrypoint: source.entrypoint,
            ms: clock.now() - startedAt,
            ...('failure' in made && { failure: made.failure }),
          })
          return made
        })
        .finally(() => running.delete(key))
      running.set(key, begun)
      return begun
    },
    keepOnly: (names) => bundles.keepOnly(names),
  }
}

function tooLarge(bytes: number): string {
  return `The bundle is ${(bytes / 1024 ** 2).toFixed(1)} MB. A function can have ${bundleBytesMost / 1024 ** 2} MB.`
}

/** Names of modules that are read from elsewhere, here: shims always, and packages of npm for what can't be reached. */
function withSubstitutes(config: SourceConfig, named: readonly string[], bench: Pick<Bench, 'shimUrl'>, isUnreached: (host: ModuleHost) => boolean) {
  const notices = new Set<string>()
  const instead = (specifier: string): string => {
    const found = substituteOf(specifier)
    if (found === null) return specifier
    if (found.kind === 'shim') return bench.shimUrl(found.name)
    if (!isUnreached(found.host)) return specifier
    notices.add(`This installation can't reach ${found.host}: ${specifier} is ${found.specifier} here.`)
    return found.specifier
  }
  const changed = (imports: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(imports).map(([name, address]) => [name, instead(address)]))
  const own = named.filter((specifier) => instead(specifier) !== specifier).map((specifier) => [specifier, instead(specifier)])
  return {
    imports: { ...Object.fromEntries(own), ...changed(config.imports) } as Record<string, string>,
    scopes: Object.fromEntries(Object.entries(config.scopes).map(([scope, imports]) => [scope, changed(imports)])),
    notices: [...notices],
  }
}

/** Places the bundle where the entry point was, beside its static files, so that `import.meta.url` finds them. */
async function collect(bench: Bench, source: FunctionSource, texts: ReadonlyMap<string, string>): Promise<Omit<Bundle, 'notices'>> {
  const { dir, name } = posix.parse(source.entrypoint)
  const { code, map } = await bench.readMade(`${name}.js`)
  const { sources } = JSON.parse(Buffer.from(map).toString('utf8')) as { sources: readonly string[] }
  const within = [`${bench.folder}/src/`, `${bench.folder}/shims/`, `${bench.folder}/cache/`, posix.resolve(bench.folder, '../../cache/') + '/']
  for (const path of sources) {
    const whole = posix.resolve(bench.folder, 'out', path)
    if (!/^[a-z]+:/i.test(path) && !within.some((prefix) => whole.startsWith(prefix))) throw new Error(`a bundle took ${path} from elsewhere`)
  }
  const statics = source.files.filter(({ path }) => path !== source.entrypoint && source.staticPatterns.some((pattern) => isMatch(path, pattern)))
  const isTaken = (path: string): boolean => texts.has(path) && statics.some((file) => file.path === path)
  const plain = posix.join(dir, `${name}.js`)
  const entrypoint = isTaken(plain) ? posix.join(dir, `${name}.entry.js`) : plain
  return { entrypoint, files: [{ path: entrypoint, bytes: code }, { path: `${entrypoint}.map`, bytes: map }, ...statics] }
}

/** In one module, all that were joined have one address. */
function importMetaNotices(source: FunctionSource, texts: ReadonlyMap<string, string>): string[] {
  return source.files
    .filter(({ path }) => path !== source.entrypoint && /\.[cm]?[jt]sx?$/.test(path) && posix.dirname(path) !== posix.dirname(source.entrypoint))
    .filter(({ path }) => /\bimport\.meta\.(?:url|dirname|filename)\b/.test(texts.get(path)!))
    .map(({ path }) => `${path} reads import.meta: in a bundle, that is the address of ${source.entrypoint}.`)
}

function hashOf(source: FunctionSource, environment: FunctionEnvironment): string {
  const hash = createHash('sha256').update(JSON.stringify([source.entrypoint, source.importMap, source.staticPatterns, environment]))
  for (const { path, bytes } of source.files) hash.update(`${JSON.stringify(path)} ${bytes.byteLength}\n`).update(bytes)
  return hash.digest('hex')
}
