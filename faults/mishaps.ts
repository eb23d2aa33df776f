import type { Project } from '@colonnade/contracts/projects/projects'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '../e2e/recovery/installation.ts'
import { signal } from '@colonnade/clusters/testing/processes'
import { run } from '@colonnade/clusters/testing/run'

/** A disk for a whole installation, which can be full for a while. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string
  /** Leaves no room for as long as the work takes. */
  whileFull<T>(work: () => Promise<T>): Promise<T>
}

/** More than an installation of some projects takes; the memory is taken only as it is filled. */
const diskSize = '4g'

/** Only root can make one; undefined for others. */
export async function mountSmallDisk(): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'colonnade-disk-'))
  const resize = (size: string | number): Promise<unknown> => run('mount', ['-o', `remount,size=${size}`, path])
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', path])
  } catch {
    await rm(path, { recursive: true })
    return undefined
  }
  return {
    path,
    async whileFull(work) {
      for (let isFull = false; !isFull;) {
        const { blocks, bfree, bsize } = await statfs(path)
        // somebody may have taken more since then: a disk is never smaller than what is on it
        isFull = await resize((blocks - bfree) * bsize).then(
          () => true,
          () => false,
        )
      }
      try {
        return await work()
      } finally {
        await resize(diskSize)
      }
    },
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', path])
      await rm(path, { recursive: true })
    },
  }
}

/**
 * Has a replica's primary throw away what the replica has yet to stream: the replica stands still while more is written than is kept for it.
 * Returns how many it has happened to.
 */
export async function leaveBehind(project: Project, port: number | null): Promise<number> {
  if (port === null) return 0
  const target = addressOf(project)
  const receiver = await withClient({ ...target, port }, (client) => client.first<{ pid: number }>(sql`select pid from pg_stat_wal_receiver`))
  if (receiver === undefined) return 0
  signal(receiver.pid, 'SIGSTOP')
  try {
    await withClient(target, async (client) => {
      // it does not hear of it: to it the line is only quiet
      for (const { pid } of await client.rows<{ pid: number }>(sql`select pid from pg_stat_replication`)) signal(pid, 'SIGTERM')
      const isLost = async (): Promise<boolean> =>
        (await client.first(sql`select from pg_replication_slots where slot_type = 'physical' and wal_status = 'lost'`)) !== undefined
      while (!(await isLost())) {
        await client.run(sql`select pg_logical_emit_message(false, 'faults', repeat('x', 1000000)) from generate_series(1, 32)`)
      }
    })
  } finally {
    signal(receiver.pid, 'SIGCONT')
  }
  return 1
}
