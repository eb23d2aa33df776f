import { brotliCompressSync } from 'node:zlib'
import * as meta from '@colonnade/pg-meta'
import { clientConfig } from '@colonnade/pg'
import { makeLargeCatalog, newestVersion, type TestDatabase } from '@colonnade/testing'
import pg from 'pg'
import { build } from 'vite'
import { type Bench, medians, timed } from '../parts/measure.ts'
import { openPeer, type Peer } from '../peers/postgres-meta.ts'

const rounds = 5
/** Numbers of tables. */
const small = 1_000
const large = 10_000

/**
 * What an editor asks of a database of 1,000 and of 10,000 tables, side by side with a peer on the same server: the statement, its way
 * through the driver and the check of its rows. Then how much the package weighs.
 */
export const bench: Bench = async (report) => {
  await using server = await newestVersion.open()
  await using few = await server.createDatabase()
  await using many = await server.createDatabase()
  await makeLargeCatalog(few, small)
  await makeLargeCatalog(many, large)
  const before = await measure(few)
  const after = await measure(many)
  for (const name of Object.keys(after.ours) as Question[]) {
    // the page of tables is what others are slow at; the rest is not to be slower
    const goal = name === 'tables page (100)' ? '<= 0.2' : '<= 1.3'
    report({ figure: `${name}, ${small} tables`, value: before.ours[name], unit: 'ms', against: before.peers[name], goal: '<= 1.3', judges: 'ratio' })
    report({ figure: `${name}, ${large} tables`, value: after.ours[name], unit: 'ms', against: after.peers[name], goal, judges: 'ratio' })
  }
  for (const name of flat) {
    report({
      figure: `${name}, growth from ${small} to ${large}`,
      value: after.ours[name],
      unit: 'ms',
      against: before.ours[name],
      goal: '<= 1.5',
      judges: 'ratio',
    })
  }
  report({ figure: 'package without zod, compressed', value: (await packageBytes()) / 1024, unit: 'KB', goal: '<= 40', judges: 'value' })
}

const questions = ['tables page (100)', 'one table with everything', 'columns of one table', 'functions', 'policies'] as const
type Question = (typeof questions)[number]
/** Lookups of one thing: they must not notice how many others there are. */
const flat: readonly Question[] = ['one table with everything', 'columns of one table']

async function measure(database: TestDatabase): Promise<Record<'ours' | 'peers', Record<Question, number>>> {
  const client = new pg.Client(clientConfig(database.target))
  await client.connect()
  const peer = await openPeer(database.target)
  try {
    const [row] = await database.run(`select 'large.t_500'::regclass::oid::int8 as id`)
    const id = Number(row!['id'])
    const included = { includedSchemas: ['large'] }
    const ask = (statement: meta.Statement) => timed(async () => statement.zod.parse((await client.query(statement.sql)).rows))
    const askOne = (statement: meta.Statement) => timed(async () => statement.zod.parse((await client.query(statement.sql)).rows[0]))
    const ours = await medians(rounds, {
      'tables page (100)': () => ask(meta.getTablesPaginatedSql({ schema: 'large', limit: 100 })),
      'one table with everything': () => askOne(meta.tables.retrieve({ id })),
      'columns of one table': () => ask(meta.columns.list({ tableId: id })),
      functions: () => ask(meta.functions.list(included)),
      policies: () => ask(meta.policies.list(included)),
    })
    return { ours, peers: await medians(3, peerWork(peer, id)) }
  } finally {
    await peer.end()
    await client.end()
  }
}

function peerWork(peer: Peer, id: number): Record<Question, () => Promise<number>> {
  const ask = (call: () => Promise<{ error: unknown }>) => async () =>
    timed(async () => {
      const { error } = await call()
      if (error !== null && error !== undefined) throw new Error('The peer failed', { cause: error })
    })
  const includedSchemas = ['large']
  return {
    'tables page (100)': ask(() => peer.tables.list({ includedSchemas, limit: 100 })),
    'one table with everything': ask(() => peer.tables.retrieve({ id })),
    'columns of one table': ask(() => peer.columns.list({ tableId: id })),
    functions: ask(() => peer.functions.list({ includedSchemas })),
    policies: ask(() => peer.policies.list({ includedSchemas })),
  }
}

/** Of all that the package exports, minified, as a browser gets it. */
async function packageBytes(): Promise<number> {
  const entry = new URL(import.meta.resolve('@colonnade/pg-meta')).pathname
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, target: 'es2024', lib: { entry, formats: ['es'] }, rolldownOptions: { external: ['zod'] } },
  })
  const chunks = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  return chunks.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? brotliCompressSync(chunk.code).length : 0), 0)
}
