import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ground } from './ground.ts'
import { pgbench } from '../peers/pgbench.ts'

/** Of pgbench: 2 GB. */
const scale = 136

/** Fills a project with 2 GB. Returns where pgbench reaches it. */
export async function fillLarge(ground: Ground, ref: string): Promise<{ readonly host: string; readonly port: number; readonly user: string }> {
  const [primary] = await ground.api.projects.databases({ params: { ref } })
  const way = { host: primary!.db_host!, port: primary!.db_port!, user: 'postgres' }
  await pgbench(way, ['-i', '-q', '-s', String(scale)])
  await ground.query(ref, 'checkpoint')
  return way
}

/** Copies a project's files, as durably as a replica's and a branch's copy are. */
export async function copyPlainly(ground: Ground, ref: string): Promise<void> {
  const { paths } = ground.installation
  const target = await mkdtemp(join(paths.making, 'plain-'))
  await promisify(execFile)('sh', ['-c', 'cp -Rp "$0" "$1" && sync -f "$1"', paths.cluster(ref).data, target])
  await rm(target, { recursive: true })
}
