import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Pgbouncer extends AsyncDisposable {
  readonly host: string
  readonly port: number
}

/** PgBouncer in transaction mode before a database, as somebody would set it up; null where it is not installed. */
export async function startPgbouncer(target: { host: string; port: number; password: string }, poolSize: number): Promise<Pgbouncer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-pgbouncer-'))
  const [host, port] = ['127.0.0.1', await freePort()]
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
postgres = host=${target.host} port=${target.port} user=postgres password=${target.password}
[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
ignore_startup_parameters = extra_float_digits
`,
  )
  // it refuses to run as root
  const isRoot = process.getuid?.() === 0
  if (isRoot) await Promise.all([chmod(folder, 0o755), chmod(settings, 0o644)])
  const child = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' })
  const ended = once(child, 'exit').catch(() => {})
  const isThere = await Promise.race([ended.then(() => false), answers(host, port)])
  const dispose = async (): Promise<void> => {
    child.kill()
    await ended
    await rm(folder, { recursive: true })
  }
  if (isThere) return { host, port, [Symbol.asyncDispose]: dispose }
  await rm(folder, { recursive: true })
  return null
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answers(host: string, port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect({ host, port })
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return true
    await sleep(50)
  }
  return false
}
