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
  /** What people type into their browser; null until the port is known and nothing was configured. */
  readonly publicUrl: string | null
  /** Folder for what is kept outside the database: the master key and people's attachments. Made when needed, for us alone. */
  readonly dataDir: string
  /** Folder for the files of projects. */
  readonly objectsDir: string
  /** The object storage that the files of projects are kept in; null for the disk. */
  readonly objects: ObjectStorageConfig | null
  /** Created at the first start instead of printing a one-time link. */
  readonly owner: { readonly email: string; readonly password: string } | null
  readonly mail: MailConfig
  /** Where backups are copied to; null for nowhere. */
  readonly offsite: OffsiteConfig | null
  /** Where invoices are paid by card; null where they are paid by hand. */
  readonly payments: PaymentsConfig | null
  /** DNS servers that are asked about domains of projects; null for those of the machine. */
  readonly dnsServers: readonly string[] | null
  /** Hashes of leaked passwords in their order (`HASH:count`), which new passwords of projects are compared with; null to ask Have I Been Pwned. */
  readonly leakedPasswordsFile: string | null
  /** Where databases may be that Colonnade doesn't run; null where projects on them are not allowed. */
  readonly externalDatabases: ExternalDatabasesConfig | null
  /** What prices are in, as ISO 4217 calls it. */
  readonly currency: string
  /** The address of somebody who lost their second factor: taken off at the start. */
  readonly forgetSecondStepOf?: string | undefined
  /** The master key that is there takes the place of a lost one, once. */
  readonly acceptMasterKey?: boolean
  /** Rooms that this installation goes without. */
  readonly leftOut: readonly string[]
}

/** The platform's part of the environment; `home` is where everything of the installation lives. */
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

/** Rooms that the others can do without. */
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
