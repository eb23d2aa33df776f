import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../storage/accounts.ts'
import { readIfThere } from '../storage/files.ts'
import { isAlive, listProcesses } from './processes.ts'
import { run } from './run.ts'

/**
 * Gives back the memory of a server that was killed and will not start again (the next start would do it): the segment that its
 * postmaster.pid names, and under root, where the owner tells whose they are, its files in /dev/shm. An ordinary user's may be those of a server
 * in another container that has the same user and /dev/shm: they stay.
 */
export async function releaseSharedMemory(data: string, account: Account, shared = '/dev/shm'): Promise<void> {
  // line 7: key and id (src/include/utils/pidfile.h)
  const id = (await readIfThere(join(data, 'postmaster.pid')))?.split('\n')[6]?.trim().split(/\s+/)[1]
  // refused where it is gone already, or where the system has no such command
  if (id !== undefined && /^\d+$/.test(id)) await run('ipcrm', ['-m', id], { account }).catch(() => {})
  if (account === null) return
  const files = await ownFiles(shared, account.uid)
  // looked at before the processes: a server maps its list of segments before it writes in it, so that whoever has begun since is not taken for dead
  const lists = await readLists(shared, files)
  const running = (await listProcesses()).filter(({ pid, uid }) => uid === account.uid && isAlive(pid))
  if (running.length === 0) return removeAll(shared, files)
  // a primary and its replicas have one owner: where another of them runs, files are its own unless they are in the list of a dead one
  const mapped = await mappedNames(running.map(({ pid }) => pid))
  if (mapped === undefined) return
  const dead = [...lists].filter(([name]) => !mapped.has(name)).flatMap(([name, segments]) => [...segments, name])
  await removeAll(
    shared,
    dead.filter((name) => files.includes(name) && !mapped.has(name)),
  )
}

async function removeAll(shared: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(shared, name), { force: true })
}

async function ownFiles(shared: string, uid: number): Promise<string[]> {
  const names = (await readdir(shared).catch((): string[] => [])).filter((name) => name.startsWith('PostgreSQL.'))
  const owners = await Promise.all(names.map((name) => stat(join(shared, name)).catch(() => undefined)))
  return names.filter((_, index) => owners[index]?.uid === uid)
}

/** Of src/backend/storage/ipc/dsm.c, the same in all versions that run here: what a server's list of its segments begins with, and is made of. */
const listMagic = 0x9a503d32
const headBytes = 16
const itemBytes = 40
/** More than that of 5,000 connections; the segments themselves may be gigabytes. */
const listMostBytes = 1024 * 1024

/** The lists of segments among files: what is in each, by its name. Anything else has another beginning or another size. */
async function readLists(shared: string, names: readonly string[]): Promise<Map<string, string[]>> {
  const lists = new Map<string, string[]>()
  for (const name of names) {
    const path = join(shared, name)
    const size = (await stat(path).catch(() => undefined))?.size ?? 0
    if (size < headBytes || size > listMostBytes) continue
    const list = await readFile(path).catch(() => Buffer.alloc(0))
    if (list.length < headBytes || list.readUInt32LE(0) !== listMagic) continue
    const [count, most] = [list.readUInt32LE(4), list.readUInt32LE(8)]
    if (count > most || list.length !== headBytes + itemBytes * most) continue
    const places = Array.from({ length: count }, (_, index) => headBytes + itemBytes * index)
    // a count of 0 is no segment, and one of 1 a segment that may be gone, so that its name may be another server's by now
    const segments = places.filter((place) => list.readUInt32LE(place + 4) > 1).map((place) => `PostgreSQL.${list.readUInt32LE(place)}`)
    lists.set(name, segments)
  }
  return lists
}

/** What processes have mapped of such files; undefined where one of them that lives does not tell. */
async function mappedNames(pids: readonly number[]): Promise<Set<string> | undefined> {
  const names = new Set<string>()
  for (const pid of pids) {
    const maps = await readFile(`/proc/${pid}/maps`, 'latin1').catch(() => undefined)
    if (maps === undefined && isAlive(pid)) return undefined
    for (const [name] of maps?.matchAll(/PostgreSQL\.\d+/g) ?? []) names.add(name)
  }
  return names
}
