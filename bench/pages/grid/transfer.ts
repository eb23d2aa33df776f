import { copyIn, copyOut, clientConfig } from '@colonnade/pg'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Dashboard } from '../../../e2e/dashboard.ts'
import { addressOf, signIn } from '../../../e2e/recovery/installation.ts'
import { type Figure, medians, timed } from '../../parts/measure.ts'

const rows = 1_000_000
const rounds = 3
/** A file that people import from the table editor. */
const fewRows = 5_000

/** 20 columns of the types that tables have, without the indexes that would hide what loading costs. */
const columns = `id bigint, name text, email text, price numeric(12, 2), amount integer, is_active boolean, made_at timestamptz, born date,
  kind text, note text, score double precision, code uuid, country text, city text, street text, zip text, quantity smallint, rate numeric(6, 4),
  tags text[], details jsonb`
const filling = `insert into transfer_source
  select n, 'person ' || n, 'person' || n || '@example.com', n / 7.0, n % 1000, n % 3 = 0, timestamptz '2020-01-01' + n * interval '1 minute',
    date '1970-01-01' + n % 15000, 'kind ' || n % 7, 'said "hello", and went', n / 3.0::float8, md5(n::text)::uuid, 'country ' || n % 190, 'city ' || n % 5000,
    'street ' || n % 90000, lpad((n % 99999)::text, 5, '0'), n % 100, (n % 9999) / 10000.0, array['a', 'b' || n % 9], jsonb_build_object('n', n, 'odd', n % 2 = 1)
  from generate_series(1, ${rows}) n`

/**
 * A file of a million rows of 20 columns, through the platform and by plain COPY of the same file over a driver's connection, in rows a
 * second, and the time that a file of 5,000 such rows takes. A part of the bench `grid`.
 */
export async function measureTransfer(
  { api, project, server }: Pick<Dashboard, 'api' | 'project' | 'server'>,
  report: (figure: Figure) => void,
): Promise<void> {
  const ref = await project('Transfer')
  const cookie = await signIn(server.url)
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-bench-'))
  const path = join(folder, 'rows.csv')
  const shortPath = join(folder, 'few-rows.csv')
  const driver = new pg.Client(clientConfig(addressOf(await api.projects.retrieve({ params: { ref } }))))
  await driver.connect()
  const fetchFile = async (): Promise<Response> => {
    const body = { query: 'select * from transfer_source', format: 'csv', file_name: 'rows' } as const
    const { url } = await api.rowExports.create({ params: { ref }, body })
    return fetch(server.url + url, { headers: { cookie } })
  }
  const importFile = async (file: string): Promise<number> => {
    await driver.query('truncate transfer_target; checkpoint')
    const { size } = await stat(file)
    const targets = columnNames.map((target, source) => ({ source, target }))
    return timed(async () => {
      const { key } = await api.rowImports.create({
        params: { ref },
        body: { schema: 'public', table: 'transfer_target', format: 'csv', columns: targets },
      })
      const request: RequestInit & { readonly duplex: 'half' } = {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/octet-stream', 'content-length': String(size) },
        body: createReadStream(file) as unknown as ReadableStream,
        duplex: 'half',
      }
      const reply = await fetch(`${server.url}/platform/pg-meta/${ref}/imports/${key}/file`, request)
      if (!reply.ok) throw new Error(await reply.text())
      await reply.arrayBuffer()
    })
  }
  const copyFile = async (file: string): Promise<number> => {
    await driver.query('truncate transfer_target; checkpoint')
    return timed(async () => {
      const copy = await copyIn(driver, 'copy transfer_target from stdin (format csv, header)')
      for await (const chunk of createReadStream(file)) await copy.write(chunk as Uint8Array)
      await copy.end()
    })
  }
  const works = {
    'platform export': () => timed(async () => drain((await fetchFile()).body!)),
    'plain export': () => timed(() => copyOut(driver, 'copy transfer_source to stdout (format csv, header)', { write: async () => {} })),
    'platform import': () => importFile(path),
    'plain import': () => copyFile(path),
    'platform import of few rows': () => importFile(shortPath),
    'plain import of few rows': () => copyFile(shortPath),
  }
  try {
    await driver.query(`create table transfer_source (${columns}); create table transfer_target (${columns}); ${filling}; analyze transfer_source`)
    for (const [target, source] of [
      [path, 'transfer_source'],
      [shortPath, `(select * from transfer_source limit ${fewRows})`],
    ] as const) {
      await using file = await open(target, 'w')
      await copyOut(driver, `copy ${source} to stdout (format csv, header)`, { write: async (chunk) => void (await file.write(chunk)) })
    }
    const times = await medians(rounds, works)
    const rate = (name: keyof typeof works): number => (rows / times[name]) * 1_000
    for (const what of ['import', 'export'] as const) {
      const against = rate(`plain ${what}`)
      report({ figure: `${what} of 1 million rows`, value: rate(`platform ${what}`), unit: 'rows/s', against, goal: '>= 0.7', judges: 'ratio' })
    }
    const value = times['platform import of few rows']
    const against = times['plain import of few rows']
    report({ figure: 'import of 5,000 rows', value, unit: 'ms', against, goal: '<= 300', judges: 'value' })
  } finally {
    await driver.query('drop table if exists transfer_source, transfer_target')
    await driver.end()
    await rm(folder, { recursive: true, force: true })
  }
}

const columnNames = columns.split(/,\s*(?![^(]*\))/).map((column) => column.trim().split(' ')[0]!)

async function drain(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of stream) void chunk
}
