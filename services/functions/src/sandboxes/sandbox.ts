import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { chown, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { listenForOwnApi, ownApiHost, type OwnApiParts } from '../egress/own-api.ts'
import { openOwnDatabase, ownDatabaseHost, type OwnDatabase } from '../egress/own-database.ts'
import { logLineCharacters, logLinesMost, logWindowMs } from '../limits.ts'
import { held, importMapOf, socketNames, workerCommand } from './command.ts'
import { readEvent, type WorkerEvent } from './events.ts'
import type { Ground } from './ground.ts'
import { readLines } from './lines.ts'

/** What runs in a sandbox. */
export interface SandboxOptions {
  readonly ref: string
  /** Folder of the bundle. */
  readonly bundle: string
  /** Path of the module below it. */
  readonly entrypoint: string
  readonly environment: Readonly<Record<string, string>>
  readonly memoryBytes: number
  /** null for any on the internet. */
  readonly allowedHosts: readonly string[] | null
  /** null for no way to the project's own API. */
  readonly ownApi: Omit<OwnApiParts, 'ref'> | null
  /** null for no way to the project's database. */
  readonly ownDatabase: OwnDatabase | null
  readonly hear: (event: WorkerEvent) => void
}

/** How a process ended. */
export interface SandboxEnd {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** It ran out of memory, as far as an outside view shows. */
  readonly isOutOfMemory: boolean
}

/** A process that runs a function. */
export interface Sandbox {
  readonly pid: number
  /** Where it listens, once it does. */
  readonly socket: string
  readonly ended: Promise<SandboxEnd>
  send(said: { readonly kind: 'ping' } | { readonly kind: 'unload'; readonly reason: string }): void
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
}

/** Lines that a worker prints itself are longer than what they tell, at most by this. */
const escapes = 6

const outOfMemory = /out of memory|memory allocation of \d+ bytes failed|Cannot allocate memory/i

/** Behind the server that serves everybody. */
const niceness = 5

/** Starts a process for a function, with folders and rights of its own. */
export async function startSandbox(ground: Ground, options: SandboxOptions): Promise<Sandbox> {
  const { ref, bundle, entrypoint, environment, memoryBytes, allowedHosts, ownApi, ownDatabase, hear } = options
  const account = ground.accountOf(ref)
  const folder = await ground.makeFolder(account)
  const opened = new AsyncDisposableStack()
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  try {
    const [sockets, temporary, importMap] = [join(folder, 's'), join(folder, 't'), join(folder, 'imports.json')]
    await writeFile(importMap, importMapOf({ bundle, preload: ground.preload }))
    if (account !== null) await chown(importMap, account.uid, account.gid)
    const [socket, api] = [join(sockets, socketNames.own), join(sockets, socketNames.api)]
    if (ownApi !== null) opened.use(await listenForOwnApi(api, { ref, ...ownApi }))
    const database = ownDatabase && (await openOwnDatabase(ownDatabase, ref, sockets))
    if (database !== null) opened.use(database)
    // node:net takes Deno 40 ms to load: a bundle that never names it needs no redirect there
    const isForNode = database !== null && namesNet(await readFile(join(bundle, entrypoint)))
    const files = { deno: ground.deno, preload: ground.preload, bundle, entrypoint, sockets, temporary, importMap }
    const [program, ...args] = held(ground.holders, workerCommand(files, memoryBytes, allowedHosts), memoryBytes, account !== null)
    const child = spawn(program, args, {
      cwd: temporary,
      stdio: ['pipe', 'pipe', 'pipe'],
      // a terminal's Ctrl-C is for us, who end it in order
      detached: true,
      env: {
        TMPDIR: temporary,
        HOME: temporary,
        DENO_DIR: temporary,
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
        DENO_AUTO_SERVE: '1',
        DENO_SERVE_ADDRESS: `unix:${socket}`,
      },
      ...account,
    })
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    // writes to a process that ended are lost
    child.stdin.on('error', () => {})
    const lead = { lineCharacters: logLineCharacters, lines: logLinesMost, linesWithinMs: logWindowMs }
    let isListening = false
    const tell = (event: WorkerEvent): void => {
      if (event.kind === 'listening' && isListening) return
      isListening ||= event.kind === 'listening'
      hear(event)
    }
    // servers of node:http don't pass by what is loaded before the function
    const watcher = watch(sockets, () => {
      if (!isListening) probe(socket, () => tell({ kind: 'listening' }))
    })
    opened.defer(() => watcher.close())
    const home = ownApi && { url: ownApi.url, host: ownApiHost, socket: api }
    const ownData = database && { host: ownDatabaseHost, socket: join(sockets, socketNames.database), isForNode }
    const variables = { ...environment, ...(database && { SUPABASE_DB_URL: database.url }) }
    child.stdin.write(`${JSON.stringify({ environment: variables, ownApi: home, ownDatabase: ownData, ...lead })}\n`)
    let isOutOfMemory = false
    const longest = logLineCharacters * escapes + 1_000
    readLines(child.stdout, longest, (line) => tell(readEvent(line, false, logLineCharacters)))
    readLines(child.stderr, longest, (line) => {
      isOutOfMemory ||= outOfMemory.test(line)
      tell(readEvent(line, true, logLineCharacters))
    })
    const closed = once(child, 'close')
    for (const promise of [exited, closed]) promise.catch(() => {})
    await once(child, 'spawn')
    const pid = child.pid!
    try {
      setPriority(pid, niceness)
    } catch {
      // it has ended already
    }
    opened.defer(await ground.remember(pid))
    const end = async (): Promise<SandboxEnd> => {
      const [exitCode, signal] = await exited
      await closed
      await opened.disposeAsync()
      const isAborted = signal === 'SIGTRAP' || signal === 'SIGABRT' || signal === 'SIGILL' || signal === 'SIGSEGV'
      return { exitCode, signal, isOutOfMemory: isOutOfMemory || isAborted }
    }
    return {
      pid,
      socket,
      ended: end(),
      send: (said) => void child.stdin.write(`${JSON.stringify(said)}\n`),
      kill: (signal) => void child.kill(signal),
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Says whether code imports or requires `node:net`. */
function namesNet(code: Buffer): boolean {
  return ['node:net', '"net"', "'net'", '`net`'].some((name) => code.includes(name))
}

/** Between a socket's name and its listening there is a moment. */
const probes = { most: 50, everyMs: 2 }

/** Calls back once something answers at a socket that has a name. */
function probe(path: string, found: () => void, left: number = probes.most): void {
  const socket = connect(path)
  socket.on('connect', () => {
    socket.destroy()
    found()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && left > 0) setTimeout(() => probe(path, found, left - 1), probes.everyMs).unref()
  })
}
