import { type ConfigReader, parseEmailAddress } from '@colonnade/core'
import type { ObjectStorageConfig } from '@colonnade/objects'
import { join } from 'node:path'
import { readDnsServers } from './dns-servers.ts'
import { type ExternalDatabasesConfig, readExternalDatabases } from './external-databases.ts'
import { type MailConfig, readMailConfig } from './mail.ts'
import { type PaymentsConfig, readPaymentsConfig } from './payments.ts'
import { readObjectStorage } from './object-storage.ts'
import { type OffsiteConfig, readOffsiteConfig } from './offsite.ts'

export interface PlatformConfig {
  readonly version: string
  /** Address that people open in their browser; null until the port is known if none is configured. */
  readonly publicUrl: string | null
  /** Folder for data outside of the database: the master key and attachments. Created if needed, readable only by us. */
  readonly dataDir: string
  /** Folder for stored files of projects. */
  readonly objectsDir: string
  /** Object storage for stored files of projects; null for the disk. */
  readonly objects: ObjectStorageConfig | null
  /** Account created at the first start, instead of a one-time link. */
  readonly owner: { readonly email: string; readonly password: string } | null
  readonly mail: MailConfig
  /** Destination of off-site copies; null for none. */
  readonly offsite: OffsiteConfig | null
  /** Stripe account for card payments; null for manual payment. */
  readonly payments: PaymentsConfig | null
  /** DNS servers for domains of projects; null for the machine's own. */
  readonly dnsServers: readonly string[] | null
  /** Hashes of leaked passwords in order (`HASH:count`), to check new passwords in projects; null to ask Have I Been Pwned. */
  readonly leakedPasswordsFile: string | null
  /** Networks that external databases can be in; null to allow none. */
  readonly externalDatabases: ExternalDatabasesConfig | null
  /** Currency of prices, as an ISO 4217 code. */
  readonly currency: string
  /** Email address of a person who lost their second factor, which is removed at the start. */
  readonly forgetSecondStepOf?: string | undefined
  /** True to replace a lost master key with the current one, once. */
  readonly acceptMasterKey?: boolean
  /** Modules that are left out of this installation. */
  readonly leftOut: readonly string[]
}

/** The platform's environment; `home` contains everything of the installation. */
export function readPlatformConfig(read: ConfigReader, version: string, home: string): PlatformConfig {
  const publicUrl = read.text('COLONNADE_PUBLIC_URL') ?? null
  if (publicUrl !== null && !/^https?:\/\/[^/]+\/?$/.test(publicUrl)) {
    read.problem('COLONNADE_PUBLIC_URL must look like https://colonnade.example.com')
  }
  const typed = read.text('COLONNADE_OWNER_EMAIL')
  const email = typed === undefined ? undefined : parseEmailAddress(typed)
  if (email === null) read.problem('COLONNADE_OWNER_EMAIL must be an email address, as in ada@example.com')
  const password = read.text('COLONNADE_OWNER_PASSWORD')
  if ((email === undefined) !== (password === undefined)) {
    read.problem('COLONNADE_OWNER_EMAIL and COLONNADE_OWNER_PASSWORD go together: set both or none')
  }
  const owner = email != null && password !== undefined ? { email, password } : null
  const currency = read.text('COLONNADE_CURRENCY', 'USD')
  if (!/^[A-Z]{3}$/.test(currency)) read.problem('COLONNADE_CURRENCY must be three capital letters, as in EUR')
  return {
    version,
    publicUrl,
    dataDir: join(home, 'platform'),
    objectsDir: join(home, 'objects'),
    objects: readObjectStorage(read, 'COLONNADE_OBJECTS'),
    owner,
    mail: readMailConfig(read, publicUrl),
    offsite: readOffsiteConfig(read),
    payments: readPaymentsConfig(read),
    dnsServers: readDnsServers(read),
    leakedPasswordsFile: read.text('COLONNADE_LEAKED_PASSWORDS_FILE') ?? null,
    externalDatabases: readExternalDatabases(read),
    currency,
    forgetSecondStepOf: read.text('COLONNADE_FORGET_SECOND_STEP_OF'),
    leftOut: readLeftOut(read),
    acceptMasterKey: read.text('COLONNADE_ACCEPT_MASTER_KEY') === 'yes',
  }
}

/** Modules that the others don't depend on. */
const optionalRooms: readonly string[] = ['billing']

function readLeftOut(read: ConfigReader): readonly string[] {
  const named = read
    .text('COLONNADE_LEAVE_OUT', '')
    .split(/[\s,]+/)
    .filter((name) => name !== '')
  const unknown = named.filter((name) => !optionalRooms.includes(name))
  if (unknown.length > 0) read.problem(`COLONNADE_LEAVE_OUT can name ${optionalRooms.join(', ')}, and not ${unknown.join(', ')}`)
  return named
}
