import { versionPath } from '@colonnade/objects'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { branch } from '../parts/branch.ts'
import { type Ground, openGround } from '../parts/ground.ts'
import { type Bench, medians } from '../parts/measure.ts'

const poolSize = 1
const rounds = 5
const atOnce = 64

/**
 * What a branch of a project with many files takes, beside one of a project that has none, and beside one of a project that has the same rows alone:
 * bytes are shared. Rows are copied, which takes its time where the file system can't share the files of databases.
 */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: String(poolSize) })
  const bare = await ground.create('bare')
  const few = await ground.create('few')
  await insertRows(ground, few, 10_000)
  await writeFiles(ground, few, 10_000)
  const many = await ground.create('many')
  await insertRows(ground, many, 100_000)
  await writeFiles(ground, many, 100_000)
  const rows = await ground.create('rows')
  await insertRows(ground, rows, 100_000)
  const measure = async (ref: string): Promise<number> => {
    await ground.untilPooled(poolSize)
    return branch(ground, ref)
  }
  const found = await medians(rounds, {
    bare: () => measure(bare),
    few: () => measure(few),
    many: () => measure(many),
    rows: () => measure(rows),
  })
  const figure = (count: string, time: number, without: string, against: number, goal: string): void =>
    report({ figure: `branch with ${count} files, over ${without}`, value: time / 1_000, unit: 's', against: against / 1_000, goal, judges: 'ratio' })
  figure('10,000', found.few, 'an empty project', found.bare, '<= 1.5')
  figure('100,000', found.many, 'an empty project', found.bare, '<= 1.5')
  figure('100,000', found.many, 'their rows alone', found.rows, '<= 1.1')
}

/** As the service leaves them: a row for each, and its bytes in the store. */
async function insertRows(ground: Ground, ref: string, count: number): Promise<void> {
  await ground.query(
    ref,
    `insert into storage.buckets (id, name) values ('files', 'files');
    insert into storage.objects (bucket_id, name, version, metadata)
    select 'files', 'folder ' || n % 100 || '/file ' || n || '.png', '019320f5-7d5c-7000-8000-' || lpad(to_hex(n), 12, '0'),
      jsonb_build_object('eTag', '"' || md5(n::text) || '"', 'size', 1000, 'mimetype', 'image/png', 'cacheControl', 'no-cache', 'lastModified', now(), 'contentLength', 1000, 'httpStatusCode', 200)
    from generate_series(1, ${count}) n;
    analyze storage.objects`,
  )
  await ground.query(ref, 'checkpoint')
}

async function writeFiles(ground: Ground, ref: string, count: number): Promise<void> {
  const version = (n: number): string => `019320f5-7d5c-7000-8000-${n.toString(16).padStart(12, '0')}`
  const folder = join(ground.installation.paths.home, 'objects')
  const content = Buffer.alloc(1_000)
  const numbers = Array.from({ length: count }, (_, n) => n + 1).values()
  const next = async (): Promise<void> => {
    for (const n of numbers) {
      const path = versionPath(folder, ref, version(n))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, content)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}
