import { AppError, type Random } from '@colonnade/core'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile, makePrivateFolder, systemCode } from '@colonnade/objects'

/** What only this installation can sign and read, by keys that come from one file outside the database. */
export interface Secrets {
  /** A signature (base64url, 43 characters) that is good for this purpose only. */
  sign(purpose: string, text: string): string
  /** Whether `sign` gave that signature; takes as long for a wrong one as for the right one. */
  verify(purpose: string, text: string, signature: string): boolean
  /**
   * Encrypts a text for a column: `v1.<key id>.<base64url>`. The context says where it is kept, as `table.column.row-id`: it opens
   * there and nowhere else.
   */
  seal(plaintext: string, context: string): string
  /** @throws AppError `internal` when it was altered, belongs elsewhere, or was sealed with another installation's key */
  open(sealed: string, context: string): string
}

export const masterKeyFile = 'master.key'
const keyBytes = 32
/** AES-256-GCM (NIST SP 800-38D): a random 96-bit nonce, a 128-bit tag. */
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const version = 'v1'

/** Where it is written down which master key sealed values are sealed with, apart from the key itself. */
export interface KeyRecord {
  /** The identifier of that key; null before the first start. */
  read(): Promise<string | null>
  keep(id: string): Promise<void>
}

export interface SecretsOptions {
  readonly dataDir: string
  readonly random: Random
  readonly record: KeyRecord
  /** Takes the key that is there, or a new one, in place of the one that is written down: what that one sealed can't be opened again. */
  readonly acceptOther?: boolean | undefined
}

/**
 * Reads the master key of a data folder, or makes it at the first start. A key that is missing, or another one than values are sealed with, is
 * refused.
 *
 * @throws AppError `home_unusable` when the file is not the key; `storage_full`, `storage_read_only`
 */
export async function openSecrets({ dataDir, random, record, acceptOther = false }: SecretsOptions): Promise<Secrets> {
  await makePrivateFolder(dataDir)
  const path = join(dataDir, masterKeyFile)
  const recorded = await record.read()
  let master = await readKey(path)
  if (master === null) {
    if (recorded !== null && !acceptOther) throw unusable(path, `${path} is missing, and passwords and keys are sealed with it`)
    await createFile(path, random.bytes(keyBytes))
    // whoever made it: the one that is there counts
    master = await readKey(path)
  }
  if (master?.length !== keyBytes) {
    throw new AppError('home_unusable', { path }, { message: `${path} is not a key of ${keyBytes} bytes. Put it back from a backup.` })
  }
  const id = keyIdOf(master)
  if (recorded !== null && recorded !== id && !acceptOther) {
    throw unusable(path, `${path} is key ${id}, and passwords and keys are sealed with key ${recorded}`)
  }
  if (recorded !== id) await record.keep(id)
  return secretsOf(master, random)
}

function unusable(path: string, what: string): AppError {
  const message = `${what}. Put it back from a backup. If it is lost, start once with COLONNADE_ACCEPT_MASTER_KEY=yes and enter those secrets again.`
  return new AppError('home_unusable', { path }, { message })
}

// HKDF-SHA256 (RFC 5869): one key per purpose, none of which reveals the others
const deriveFrom = (master: Uint8Array, info: string): Buffer => Buffer.from(hkdfSync('sha256', master, '', `colonnade ${info}`, keyBytes))
const keyIdOf = (master: Uint8Array): string => deriveFrom(master, 'key id').toString('hex', 0, 4)

function secretsOf(master: Uint8Array, random: Random): Secrets {
  const derive = (info: string): Buffer => deriveFrom(master, info)
  const keyId = keyIdOf(master)
  const sealing = derive('seal')
  const sign = (purpose: string, text: string): string => {
    return createHmac('sha256', derive(`sign ${purpose}`))
      .update(text)
      .digest('base64url')
  }
  const associated = (context: string): Buffer => Buffer.from(`${version}.${keyId}.${context}`)

  return {
    sign,
    verify(purpose, text, signature) {
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(purpose, text))
      return given.length === right.length && timingSafeEqual(given, right)
    },
    seal(plaintext, context) {
      const nonce = random.bytes(nonceBytes)
      const encryption = createCipheriv(cipher, sealing, nonce, { authTagLength: tagBytes }).setAAD(associated(context))
      const bytes = Buffer.concat([nonce, encryption.update(plaintext, 'utf8'), encryption.final(), encryption.getAuthTag()])
      return `${version}.${keyId}.${bytes.toString('base64url')}`
    },
    open(sealed, context) {
      const [sealedVersion, sealedKeyId, text = ''] = sealed.split('.')
      if (sealedVersion !== version) throw unreadable(context, `has the form ${sealedVersion}`)
      if (sealedKeyId !== keyId) throw unreadable(context, `was sealed with key ${sealedKeyId}, and ${masterKeyFile} is key ${keyId}`)
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) throw unreadable(context, 'is cut off')
      const decryption = createDecipheriv(cipher, sealing, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(associated(context))
        .setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([decryption.update(bytes.subarray(nonceBytes, -tagBytes)), decryption.final()]).toString('utf8')
      } catch (error) {
        throw unreadable(context, 'was altered, or belongs elsewhere', error)
      }
    },
  }
}

function unreadable(context: string, why: string, cause?: unknown): AppError {
  return new AppError('internal', {}, { internal: `The sealed value of ${context} ${why}`, cause })
}

async function readKey(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw new AppError('home_unusable', { path }, { message: `${path} can’t be read`, cause: error })
  }
}
