import { createExternalClusters, type ExternalClusters, type ExternalServer as Server } from '@colonnade/clusters'
import type { ExternalServer } from '@colonnade/contracts/projects/external-servers'
import type { Logger } from '@colonnade/core'
import { type Database, messageBytesMax, type RemoteReach } from '@colonnade/pg'
import type { ExternalDatabasesConfig } from '../../../kernel/config/external-databases.ts'
import { remoteRowBytesMax } from '../../../kernel/limits.ts'
import type { Secrets } from '@colonnade/secrets'
import { lookupWithin } from './lookup-within.ts'
import * as store from './store.ts'

/** The context that a server's password is sealed for. */
export const contextOf = (ref: string): string => `external_servers.password.${ref}`

const tlsOf = { disable: undefined, require: 'unverified', 'verify-full': 'verified' } as const

/** Converts a server to what the driver takes. */
export function toServer({ host, port, database, user, tls, password }: ExternalServer & { readonly password: string }): Server {
  return { host, port, database, user, password, tls: tlsOf[tls] }
}

/** Bounds where servers may be, and how much they may send. */
export function reachWithin(rule: ExternalDatabasesConfig | null): RemoteReach {
  return { lookup: lookupWithin(rule), maxMessageBytes: messageBytesMax, maxRowBytes: remoteRowBytesMax }
}

export interface ConnectingParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly logger: Logger
  readonly rule: ExternalDatabasesConfig | null
}

/** Opens the driver of servers that Colonnade doesn't run, with their addresses and passwords from the control plane. */
export async function openExternalClusters({ database, secrets, logger, rule }: ConnectingParts): Promise<ExternalClusters> {
  return createExternalClusters({
    logger,
    reach: reachWithin(rule),
    refs: await store.listRefs(database),
    async find(ref) {
      const row = await store.findServer(database, ref)
      return row && toServer({ ...row, password: secrets.open(row.password, contextOf(ref)) })
    },
  })
}
