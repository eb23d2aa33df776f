import { versionPath } from '@colonnade/objects'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { lstat, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from '../../e2e/recovery/installation.ts'
import { asAdministrator } from '../as-administrator.ts'

/** Beyond the grace of what no row names (a day), and of what uploads left behind (two). */
const agedHours = 50
/** And beyond the week of uploads in parts by S3. */
const agedUploadHours = 8 * 24
/** For as long as this the sweep takes a file for one whose row is on its way. */
const arrivalMs = 125_000
const lookMs = 250
/** A sweep takes no longer. */
const sweepMs = 120_000

interface NamedVersion {
  readonly name: string
  readonly version: string
  readonly bytes: string | null
}

/** Rows whose bytes aren't there, or are more or fewer than the row says. */
export async function findRowsWithoutBytes(installation: Installation, ref: string): Promise<string[]> {
  const faults: string[] = []
  for (const { name, version, bytes } of await namedVersions(installation, ref)) {
    const found = await bytesAt(versionPath(objectsOf(installation), ref, version))
    if (found === null) faults.push(`${name} has a row and no bytes`)
    else if (String(found) !== bytes) faults.push(`${name} has ${found} bytes, and ${bytes} in its row`)
  }
  return faults
}

/**
 * Lets the grace of what nobody needs pass, in the rows and files themselves, and has the platform sweep before and after, as each start does.
 * Returns what is left over then.
 */
export async function sweepAged(installation: Installation, ref: string, restart: () => Promise<void>): Promise<string[]> {
  await sleep(arrivalMs)
  await sweep(installation, ref, restart)
  await inControlPlane(installation, (client) =>
    client.run(sql`update released_files set released_at = released_at - make_interval(hours => ${agedHours}) where family_ref = ${ref}`),
  )
  await asAdministrator(installation, ref, 'postgres', (client) =>
    client.run(sql`update storage.s3_multipart_uploads set created_at = created_at - make_interval(hours => ${agedUploadHours})`),
  )
  const incoming = join(objectsOf(installation), ref, 'incoming')
  const longAgo = new Date(Date.now() - agedHours * 3_600_000)
  for (const name of await readdir(incoming)) await utimes(join(incoming, name), longAgo, longAgo)
  await sweep(installation, ref, restart)

  const named = new Set((await namedVersions(installation, ref)).map(({ version }) => version))
  const stored = await storedNames(installation, ref)
  const orphans = stored.filter((name) => !named.has(name))
  const rest = await readdir(incoming)
  return [
    ...(orphans.length > 0 ? [`${orphans.length} files of no row are left after a sweep: ${orphans.slice(0, 3).join(', ')}`] : []),
    ...(rest.length > 0 ? [`${rest.length} rests of uploads are left after a sweep: ${rest.slice(0, 3).join(', ')}`] : []),
  ]
}

/** Names of versions, and of anything else that lies among them. */
export async function storedNames(installation: Installation, ref: string): Promise<string[]> {
  const store = join(objectsOf(installation), ref, 'store')
  return (await Promise.all((await readdir(store)).map((folder) => readdir(join(store, folder))))).flat()
}

async function sweep(installation: Installation, ref: string, restart: () => Promise<void>): Promise<void> {
  const sweptAt = async (): Promise<string | null> => {
    let found: string | null = null
    await inControlPlane(installation, async (client) => {
      found = (await client.first<{ at: string | null }>(sql`select swept_at::text as at from file_families where family_ref = ${ref}`))?.at ?? null
    })
    return found
  }
  const before = await sweptAt()
  const deadline = performance.now() + sweepMs
  for (;;) {
    await restart()
    // a sweep that comes while the project's database starts leaves everything as it is
    for (let looks = 0; looks < 40; looks += 1) {
      const at = await sweptAt()
      if (at !== null && at !== before) return
      await sleep(lookMs)
    }
    if (performance.now() > deadline) throw new Error('The files were not swept')
  }
}

async function namedVersions(installation: Installation, ref: string): Promise<NamedVersion[]> {
  let rows: NamedVersion[] = []
  await asAdministrator(installation, ref, 'postgres', async (client) => {
    rows = await client.rows<NamedVersion>(sql`select name, version, metadata ->> 'size' as bytes from storage.objects`)
  })
  return rows
}

function objectsOf({ paths }: Installation): string {
  return join(paths.home, 'objects')
}

/** The size of a file, or of all parts of a folder; null for what isn't there. */
async function bytesAt(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null)
  if (found === null || !found.isDirectory()) return found?.size ?? null
  const parts = await Promise.all((await readdir(path)).map((part) => lstat(join(path, part))))
  return parts.reduce((sum, { size }) => sum + size, 0)
}

function inControlPlane(installation: Installation, work: (client: Queryable) => Promise<unknown>): Promise<void> {
  return asAdministrator(installation, 'platform', 'colonnade', work)
}
