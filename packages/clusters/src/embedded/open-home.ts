import { tmpdir } from 'node:os'
import type { Logger, Random } from '@colonnade/core'
import { type Engine, type EngineSource, findEngineSource, installEngine } from './engine/engine.ts'
import { openTemplate, type Template } from './engine/template.ts'
import { type Accounts, firstAccount, numberedAccounts, ownAccount } from './storage/accounts.ts'
import { prepareFolders, prepareHome } from './storage/home.ts'
import { type HomePaths, homePaths } from './storage/paths.ts'
import { createPool, type Pool } from './storage/pool.ts'
import { createPorts, type PortRange, type Ports } from './storage/ports.ts'

/** What clusters are made with. */
export interface OpenedHome {
  readonly paths: HomePaths
  readonly engine: Engine
  readonly template: Template
  readonly accounts: Accounts
  readonly ports: Ports
  readonly pool: Pool
}

export interface HomeOptions {
  readonly home: string
  readonly cacheDir?: string
  readonly engine?: EngineSource
  readonly portRange?: PortRange
  readonly poolTarget: number
  readonly random: Random
  readonly logger: Logger
}

const defaultPortRange: PortRange = { first: 54_400, last: 60_000 }

/** Makes the folders, puts the engine in place, and makes the template if there is none yet. */
export async function openHome({ logger, random, poolTarget, ...options }: HomeOptions): Promise<OpenedHome> {
  const home = await prepareHome(options.home)
  const cache = options.cacheDir === undefined ? home : await prepareHome(options.cacheDir)
  const paths = homePaths(home, cache, tmpdir())
  const isRoot = process.getuid?.() === 0
  await prepareFolders(paths, isRoot)
  const accounts = isRoot ? numberedAccounts(await firstAccount(home)) : ownAccount
  const engine = await installEngine(options.engine ?? (await findEngineSource()), paths.engines)
  const account = accounts.next()
  const template = await openTemplate({ engine, folder: paths.templates, temporary: tmpdir(), account, logger })
  accounts.free(account)
  const ports = createPorts(options.portRange ?? defaultPortRange, paths.mark)
  const pool = createPool({ paths, engine, template, accounts, random, logger, target: poolTarget })
  return { paths, engine, template, accounts, ports, pool }
}
