import { logins } from '@colonnade/clusters'
import { type BatchStatement, openBatchConnection } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { BulkOrder, BulkOutcome } from '../parts/bulk-sender.ts'
import type { LoadOrder, LoadOutcome } from '../parts/load-sender.ts'
import { type Bench, median, medians } from '../parts/measure.ts'
import { openServiceGround, secretKey } from '../parts/service-ground.ts'
import { openPlainFiles } from '../peers/plain-files.ts'

const gigabyte = 2 ** 30
const rounds = 3
const manyAtOnce = 20
/** Of each of many uploads at once: enough to show memory that grows with a file, and not 20 GB of disk. */
const eachUploaded = 2 ** 28
const smallBytes = 10_000
const smallCalls = 2_000
const secret = { apikey: secretKey }

/** Long and short files, lists and images, each against the work that can't be spared. */
export const bench: Bench = async (report) => {
  await using ground = await openServiceGround()
  const { owner, endpoint, objectsFolder } = ground
  await owner.run(sql`
    insert into storage.buckets (id, name, public) values ('files', 'files', false), ('photos', 'photos', true);
    create policy readable on storage.objects for select to anon, service_role using (bucket_id = 'files');
    insert into storage.objects (bucket_id, name, version, metadata)
    select 'files', 'folder ' || n % 1000 || '/file ' || n || '.png', gen_random_uuid(), jsonb_build_object('eTag', '"' || md5(n::text) || '"',
      'size', 1000, 'mimetype', 'image/png', 'cacheControl', 'no-cache', 'lastModified', now(), 'contentLength', 1000, 'httpStatusCode', 200)
    from generate_series(1, 1000000) n`)
  await owner.run(sql`analyze storage.objects`)
  const folder = join(dirname(objectsFolder), 'plain')
  await mkdir(folder, { recursive: true })
  const bare = await Promise.all(Array.from({ length: 8 }, () => openBatchConnection({ ...endpoint, ...logins.requester, settings: {} })))
  ground.defer(async () => void (await Promise.all(bare.map((each) => each.close()))))
  const plain = await openPlainFiles({ folder, connections: bare, question: mayRead })
  ground.defer(async () => plain[Symbol.asyncDispose]())
  const { url } = await ground.listen()
  const storage = `${url}/storage/v1`

  const long = fork(fileURLToPath(new URL('../parts/bulk-sender.ts', import.meta.url)))
  ground.defer(async () => void long.kill())
  const put = (target: string, atOnce = 1, bytes = gigabyte): Promise<number> =>
    transfer(long, {
      method: 'POST',
      url: target,
      headers: { ...secret, 'content-type': 'application/octet-stream', 'x-upsert': 'true' },
      bytes,
      atOnce,
    })
  const get = (target: string, atOnce = 1): Promise<number> =>
    transfer(long, { method: 'GET', url: target, headers: secret, bytes: gigabyte, atOnce })
  const times = await medians(rounds, {
    up: () => put(`${storage}/object/files/long-#`),
    plainUp: () => put(`${plain.url}/plain/long-#`),
    down: () => get(`${storage}/object/authenticated/files/long-0`),
    plainDown: () => get(`${plain.url}/plain/long-0`),
  })
  const pace = (ms: number): number => gigabyte / 1e6 / (ms / 1000)
  report({ figure: 'upload of 1 GB', value: pace(times.up), unit: 'MB/s', against: pace(times.plainUp), goal: '>= 0.7', judges: 'ratio' })
  report({ figure: 'download of 1 GB', value: pace(times.down), unit: 'MB/s', against: pace(times.plainDown), goal: '>= 0.7', judges: 'ratio' })
  const grown = async (work: () => Promise<unknown>): Promise<number> => {
    const idle = settledMemory()
    return (await peakOf(work)) - idle
  }
  const memory = { unit: 'MB', goal: '<= 64', judges: 'value' } as const
  const plainDownloads = await grown(() => get(`${plain.url}/plain/long-0`, manyAtOnce))
  const downloads = await grown(() => get(`${storage}/object/authenticated/files/long-0`, manyAtOnce))
  report({ ...memory, figure: `memory over idle, ${manyAtOnce} downloads of 1 GB at once`, value: downloads, against: plainDownloads })
  const plainUploads = await grown(() => put(`${plain.url}/plain/many-#`, manyAtOnce, eachUploaded))
  const uploads = await grown(() => put(`${storage}/object/files/many-#`, manyAtOnce, eachUploaded))
  report({ ...memory, figure: `memory over idle, ${manyAtOnce} uploads of 256 MB at once`, value: uploads, against: plainUploads })

  const small = Buffer.alloc(smallBytes, 'x')
  await writeFile(join(folder, 'small'), small)
  await upload(`${storage}/object/files/small`, small, 'application/octet-stream')
  const sender = new Worker(new URL('../parts/load-sender.ts', import.meta.url))
  ground.defer(async () => void (await sender.terminate()))
  const send = async (order: LoadOrder): Promise<LoadOutcome> => {
    const answered = once(sender, 'message') as Promise<[LoadOutcome]>
    sender.postMessage(order, [])
    const [outcome] = await answered
    if (outcome.failures > 0) throw new Error(`${order.url} failed ${outcome.failures} times`)
    return outcome
  }
  const callsOf = async (target: string): Promise<number> =>
    smallCalls / ((await send({ url: target, headers: secret, connections: 16, calls: smallCalls })).totalMs / 1000)
  const paces = await medians(rounds + 2, {
    ours: () => callsOf(`${storage}/object/authenticated/files/small`),
    theirs: () => callsOf(`${plain.url}/asked/small`),
  })
  report({ figure: 'downloads of 10 KB a second', value: paces.ours, unit: 'queries/s', against: paces.theirs, goal: '>= 0.5', judges: 'ratio' })

  const body = JSON.stringify({ prefix: 'folder 7/', limit: 100 })
  const lists = await medians(rounds + 2, {
    ours: async () => median((await send({ url: `${storage}/object/list/files`, headers: secret, connections: 1, calls: 300, body })).callMs),
    theirs: async () => {
      const taken: number[] = []
      for (let call = 0; call < 300; call += 1) {
        const begin = performance.now()
        const [, rows] = await bare[0]!.run([asService, list])
        taken.push(performance.now() - begin)
        if (rows!.length !== 100) throw new Error(`${rows!.length} rows`)
      }
      return median(taken)
    },
  })
  report({ figure: 'a page of a folder among a million files', value: lists.ours, unit: 'ms', against: lists.theirs, goal: '<= 2', judges: 'ratio' })

  await upload(`${storage}/object/photos/photo.jpg`, await photo(), 'image/jpeg')
  const thumbnails: number[] = []
  for (let round = 0; round < rounds + 3; round += 1) {
    const begin = performance.now()
    const reply = await fetch(`${storage}/render/image/public/photos/photo.jpg?width=${300 + round}`)
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`the image: ${reply.status}`)
    thumbnails.push(performance.now() - begin)
  }
  const [cold = 0, ...warm] = thumbnails
  report({ figure: 'the very first thumbnail of 12 megapixels', value: cold, unit: 'ms', goal: '<= 300', judges: 'value' })
  report({ figure: 'a first thumbnail of 12 megapixels', value: median(warm), unit: 'ms', goal: '<= 300', judges: 'value' })
}

const settings = (name: string, role: string): BatchStatement => ({
  name,
  text: `select set_config('request.jwt.claims', $1, true), set_config('search_path', 'storage, public, extensions', true), set_config('role', $2, true)`,
  values: [`{"role":"${role}"}`, role],
})
const asAnon = settings('as anon', 'anon')
const asService = settings('as service', 'service_role')

/** Every caller of a private file asks the database this much. */
const mayRead = (name: string): readonly BatchStatement[] => [
  asAnon,
  { name: 'may read', text: `select version, metadata from storage.objects where bucket_id = 'files' and name = $1`, values: [name] },
]

/** What a list of a folder without folders asks at least. */
const list: BatchStatement = {
  name: 'list',
  text: `select json_build_object('name', substr(name, 10), 'id', id, 'updated_at', updated_at, 'created_at', created_at, 'last_accessed_at', last_accessed_at,
      'metadata', metadata) from storage.objects
    where bucket_id = 'files' and name collate "C" >= 'folder 7/' and name collate "C" < 'folder 70' order by name collate "C" limit 100`,
  values: [],
}

async function transfer(sender: ChildProcess, order: BulkOrder): Promise<number> {
  const answered = once(sender, 'message') as Promise<[BulkOutcome]>
  sender.send(order)
  const [{ ms, failures, received }] = await answered
  if (failures.length > 0) throw new Error(`${order.method} ${order.url}: ${failures.join(', ')}`)
  if (order.method === 'GET' && received !== order.bytes * order.atOnce) throw new Error(`${received} bytes came`)
  return ms
}

async function upload(url: string, body: Buffer<ArrayBuffer>, type: string): Promise<void> {
  const reply = await fetch(url, { method: 'POST', headers: { ...secret, 'content-type': type }, body })
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
}

/** MB that the process has when nothing is under way. */
function settledMemory(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss / 1e6
}

/** The most memory, in MB, that the process has during the work. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss / 1e6)), 20)
  try {
    await work()
  } finally {
    clearInterval(look)
  }
  return most
}

/** 4000 × 3000, of noise and gradients, so that it costs what a photo costs. */
async function photo(): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const grain = await sharp({ create: { width: 1000, height: 750, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer()
  return Buffer.from(await sharp(grain).resize(4000, 3000).jpeg({ quality: 90 }).toBuffer())
}
