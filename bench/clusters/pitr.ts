import { createEmbeddedClusters, prepareHome, targetOf } from '@colonnade/clusters'
import { newRef, silentLogger, systemRandom } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { literal, sql } from '@colonnade/sql'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { databasePassword } from '../../e2e/recovery/installation.ts'
import { pgbench } from '../peers/pgbench.ts'
import { type Bench, median, timed } from '../parts/measure.ts'

const rounds = 3
/** Of pgbench: 2 GB. */
const scale = 136

/** A database of 2 GB brought back to an exact commit, every file checked and on the disk for good; beside a plain copy of its files. */
export const bench: Bench = async (report) => {
  const home = await prepareHome(await mkdtemp(join(tmpdir(), 'colonnade-bench-')))
  const clusters = createEmbeddedClusters({ home, logger: silentLogger, poolTarget: 0 })
  const ref = newRef(systemRandom)
  try {
    await clusters.open()
    await clusters.ensure(ref, { compute: 'small' })
    await clusters.backups.archive(ref, true)
    await clusters.start(ref)
    const { host, port } = (await clusters.status(ref)).address!
    const run = (text: ReturnType<typeof sql>) =>
      clusters.endpoint(ref).then((at) => withClient(targetOf(at, 'administrator'), (client) => client.run(text)))
    await run(sql`alter role postgres password ${literal(databasePassword)}`)
    await pgbench({ host, port, user: 'postgres' }, ['-i', '-q', '-s', String(scale)])
    const backup = await clusters.backups.take(ref, randomUUID())
    // what is to be repeated: a few thousand transactions, in the midst of which the moment is
    await run(sql`create table public.marks (id int)`)
    await pgbench({ host, port, user: 'postgres' }, ['-n', '-t', '2000', '-c', '2'])
    await run(sql`insert into public.marks values (1)`)
    const at = await clusters
      .endpoint(ref)
      .then((where) =>
        withClient(targetOf(where, 'administrator'), (client) =>
          client.first<{ at: string }>(sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`),
        ),
      )
    await run(sql`insert into public.marks values (2)`)
    await pgbench({ host, port, user: 'postgres' }, ['-n', '-t', '2000', '-c', '2'])
    const archived = await clusters.backups.mark(ref)
    const [plain, restored]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      plain.push(await timed(() => copyPlainly(join(home, 'backups', ref, backup.id, 'data'))))
      const target = newRef(systemRandom)
      restored.push(
        await timed(async () => {
          await clusters.backups.prepare({ ...backup, until: { at: at!.at, archived } }, { ref: target, compute: 'small', restore: target })
          await clusters.backups.place({ ref: target, restore: target })
          await clusters.start(target)
        }),
      )
      const found = await withClient(targetOf(await clusters.endpoint(target), 'administrator'), (client) =>
        client.rows<{ id: number }>(sql`select id from public.marks`),
      )
      if (found.length !== 1) throw new Error(`Recovered to another commit: ${JSON.stringify(found)}`)
      await clusters.destroy(target)
    }
    const against = median(plain) / 1_000
    report({
      figure: '2 GB to an exact commit, all checked, until it answers and is on the disk',
      value: median(restored) / 1_000,
      unit: 's',
      against,
      goal: '<= 2',
      judges: 'ratio',
    })
  } finally {
    await clusters.close({ stopClusters: true })
    await rm(home, { recursive: true, force: true })
  }
}

async function copyPlainly(source: string): Promise<void> {
  const target = await mkdtemp(join(source, '..', '..', 'plain-'))
  try {
    await promisify(execFile)('sh', ['-c', 'cp -Rp "$0" "$1" && sync -f "$1"', source, target])
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}
