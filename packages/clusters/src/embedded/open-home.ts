import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger, Random } from '@colonnade/core'
import { type EngineSource, findEngineSources } from './engine/engine.ts'
import { type Engines, openEngines } from './engine/engines.ts'
import { createTemplates, type Templates } from './engine/templates.ts'
import { canVeil } from './process/veil.ts'
import { type Accounts, firstAccount, numberedAccounts, ownAccount } from './storage/accounts.ts'
import { prepareFolders, prepareHome } from './storage/home.ts'
import { type HomePaths, homePaths } from './storage/paths.ts'
import { createPool, type Pool } from './storage/pool.ts'
import { createPorts, type PortRange, type Ports } from './storage/ports.ts'

/** Everything that clusters are created with. */
export interface OpenedHome {
  readonly paths: HomePaths
  readonly engines: Engines
  readonly templates: Templates
  readonly accounts: Accounts
  readonly ports: Ports
  readonly pool: Pool
}

export interface HomeOptions {
  readonly home: string
  readonly cacheDir?: string
  readonly engines?: readonly EngineSource[]
  readonly portRange?: PortRange
  /** Names of folders of the home that servers must not see. */
  readonly secretFolders?: readonly string[]
  readonly poolTarget: number
  readonly random: Random
  readonly logger: Logger
}

/**
 * Below what systems give to outgoing connections (Linux 32768 to 60999, others 49152 to 65535): of those, one could have a stopped cluster's
 * port, and a client that tries again and again would in the end be connected with itself.
 */
const defaultPortRange: PortRange = { first: 20_400, last: 26_000 }

/** Makes the folders, puts the engine of new clusters in place, and makes its template if there is none yet. */
export async function openHome({ logger, random, poolTarget, ...options }: HomeOptions): Promise<OpenedHome> {
  const home = await prepareHome(options.home)
  const cache = options.cacheDir === undefined ? home : await prepareHome(options.cacheDir)
  const isRoot = process.getuid?.() === 0
  const hidden = isRoot ? [] : await hideable(home, options.secretFolders ?? [], logger)
  const paths = homePaths(home, cache, tmpdir(), hidden)
  await prepareFolders(paths, isRoot)
  const accounts = isRoot ? numberedAccounts(await firstAccount(home)) : ownAccount
  const engines = await openEngines(options.engines ?? (await findEngineSources()), paths.engines)
  const templates = createTemplates({ folder: paths.templates, accounts, logger })
  const template = await templates.of(engines.standard)
  const ports = createPorts(options.portRange ?? defaultPortRange, paths.mark)
  const pool = createPool({ paths, engine: engines.standard, template, accounts, random, logger, target: poolTarget })
  return { paths, engines, templates, accounts, ports, pool }
}

/** Under root, servers run as other users and can't enter them. As an ordinary user they are covered, where the machine can do that. */
async function hideable(home: string, names: readonly string[], logger: Logger): Promise<string[]> {
  const folders = names.map((name) => join(home, name))
  if (folders.length === 0) return []
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
  if (await canVeil(folders)) return folders
  logger.warn('database servers run as the same user as the platform and can read its keys: start as root, or allow user namespaces')
  return []
}
