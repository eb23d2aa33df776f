import { AppError, type Logger, type Random } from '@colonnade/core'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bucket, openBucket } from '../bucket/bucket.ts'
import type { ObjectStorageConfig } from '../bucket/client.ts'
import { inParallel } from '../bucket/in-parallel.ts'
import { createFile, makePrivateFolder, systemCode } from '../durable-files.ts'
import { openFileFamilies, versionPath } from '../families/families.ts'
import { createS3Place } from '../versions/s3/s3-place.ts'
import { StoreUnavailable } from '../versions/version-store.ts'

export interface ChosenPlace {
  /** `HOME/objects`. */
  readonly folder: string
  /** null for the disk. */
  readonly storage: ObjectStorageConfig | null
  readonly random: Random
  readonly logger: Logger
}

/** Says in which bucket the files are; without it, they are on the disk. */
const recordName = '.place'
const checkKey = 'objects/.check'
const movedAtOnce = 8

/** What a storage answers where its settings are wrong: it would say so again. */
const wrongSettings: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AuthorizationHeaderMalformed',
  'Forbidden',
  'InvalidAccessKeyId',
  'NoSuchBucket',
  'PermanentRedirect',
  'SignatureDoesNotMatch',
])

/**
 * Makes sure, before anything uses files, that they are where the configuration says. Files that are still on the disk are moved to the bucket
 * the first time that there is one.
 *
 * @throws AppError `config_invalid` for settings that are wrong, or that name another place than the one where the files are
 */
export async function choosePlace({ folder, storage, random, logger }: ChosenPlace): Promise<void> {
  await makePrivateFolder(folder)
  const [recorded, wanted] = [await readRecord(folder), storage && nameOf(storage)]
  if (recorded !== null && recorded !== wanted) {
    const found = wanted === null ? 'the settings COLONNADE_OBJECTS_… are missing' : `the settings name ${wanted}`
    const message = `Project files are in ${recorded}, but ${found}. Change the settings to that bucket, or copy the files yourself and delete ${join(folder, recordName)}.`
    throw new AppError('config_invalid', {}, { message })
  }
  if (storage === null || wanted === null) return
  using bucket = openBucket(storage)
  try {
    await tryOut(bucket)
    if (recorded !== null) return
    const count = await moveThere(bucket, folder, random)
    await createFile(join(folder, recordName), Buffer.from(`${wanted}\n`))
    if (count > 0) logger.warn('files moved to the object storage', { storage: wanted, count })
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    // it may become available again; until then, requests fail with this error
    if (recorded !== null && !isWrong(error)) logger.error('object storage not available', { storage: wanted, error })
    else throw new AppError('config_invalid', {}, { message: `${error.message} (COLONNADE_OBJECTS_…)`, cause: error })
  }
}

function nameOf({ endpoint, region, bucket, prefix }: ObjectStorageConfig): string {
  return [endpoint ?? `s3.${region}`, bucket, prefix].join('/').replace(/\/$/, '')
}

async function readRecord(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, recordName), 'utf8')).trim()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

async function tryOut(bucket: Bucket): Promise<void> {
  await bucket.put(checkKey, { bytes: 0, files: [] })
  await bucket.listFolders('objects/')
  await bucket.remove(checkKey)
}

/** Moves what is on the disk. May be cut off anywhere: the next start goes on. */
async function moveThere(bucket: Bucket, folder: string, random: Random): Promise<number> {
  const families = openFileFamilies({ folder, random })
  let count = 0
  for (const family of await families.list()) {
    const place = createS3Place(bucket, family)
    for await (const versions of families.versions(family)) {
      await inParallel(versions, movedAtOnce, (version) => place.settle(versionPath(folder, family, version), version))
      count += versions.length
    }
  }
  return count
}

function isWrong({ cause }: StoreUnavailable): boolean {
  return cause instanceof Error && wrongSettings.has(cause.name)
}
