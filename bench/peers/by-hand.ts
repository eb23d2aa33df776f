import { scramVerifier } from '@colonnade/pg'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { settingsText } from '@colonnade/clusters/testing/settings'
import { clusterPaths, type HomePaths } from '@colonnade/clusters/testing/paths'

/** The least that has to be done for a cluster, by hand: the limit that the platform is compared with. */
export interface HandMade extends AsyncDisposable {
  /** Renames the copy, starts the server, sets the password, asks one query. */
  bringUp(password: string): Promise<void>
  /** Starts the stopped server and asks one query. */
  wake(): Promise<void>
  stop(): Promise<void>
}

const nobody = 65_534

/** Makes a copy of the template that waits to be brought up, with the settings of a small project. */
export async function prepareByHand(home: HomePaths, port: number): Promise<HandMade> {
  const [templateName] = await readdir(home.templates)
  const [engineName] = await readdir(home.engines)
  const bin = join(home.engines, engineName!, 'bin')
  const folder = join(home.home, 'by-hand')
  const [waiting, used] = [clusterPaths(`${folder}-ready`), clusterPaths(folder)]
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  await mkdir(waiting.folder)
  await chmod(waiting.folder, 0o711)
  execFileSync('cp', ['-Rp', join(home.templates, templateName!, 'data'), waiting.data])
  for (const made of [waiting.log, waiting.socket]) await mkdir(made, { mode: 0o700 })
  if ('uid' in account) execFileSync('chown', ['-R', `${nobody}:${nobody}`, waiting.data, waiting.log, waiting.socket])
  execFileSync(join(bin, 'initdb'), ['--sync-only', '-D', waiting.data], { ...account, stdio: 'ignore', cwd: '/' })
  await writeFile(
    waiting.settings,
    settingsText({
      version: engineName!.slice('pg-'.length),
      compute: 'nano',
      port,
      socket: used.socket,
      log: used.log,
      processName: 'by-hand',
      access: join(used.data, 'pg_hba.conf'),
      isClosed: false,
    }),
  )

  let server: ReturnType<typeof spawn> | undefined
  const start = async (): Promise<pg.Client> => {
    server = spawn(join(bin, 'postgres'), ['-D', used.data], { stdio: 'ignore', cwd: '/', ...account })
    for (;;) {
      const client = new pg.Client({ host: used.socket, port, user: 'supabase_admin', database: 'postgres' })
      client.on('error', () => {})
      try {
        await client.connect()
        return client
      } catch (error) {
        if (server.exitCode !== null) throw new Error('The server that was started by hand ended', { cause: error })
        await sleep(2)
      }
    }
  }
  const stop = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null) return
    server.kill('SIGINT')
    await once(server, 'exit')
  }
  return {
    async bringUp(password) {
      await rename(waiting.folder, folder)
      const client = await start()
      await client.query(`alter role postgres password '${await scramVerifier(password)}'`)
      await client.query('select 1')
      await client.end()
    },
    async wake() {
      const client = await start()
      await client.query('select 1')
      await client.end()
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      for (const { folder: made } of [waiting, used]) await rm(made, { recursive: true, force: true })
    },
  }
}
