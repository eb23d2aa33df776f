import { type Clock, isAppError, type Logger } from '@colonnade/core'
import type { Database, Transaction } from '@colonnade/pg'
import { X509Certificate } from 'node:crypto'
import type { PlatformConfig } from '../../../kernel/config/config.ts'
import type { LedDomain, PoolerAddress } from '../../../kernel/pooler.ts'
import { certificateWarningDays, domainsAtOnce } from '../../../kernel/limits.ts'
import { createRuns } from '@colonnade/reconciling'
import type { Secrets } from '@colonnade/secrets'
import { createDnsLook } from './dns-look.ts'
import { publicHost } from './hosts.ts'
import { afterLook } from './life.ts'
import { notify, notifyOfExpiry } from './notify.ts'
import * as store from './store.ts'

/** This module's part of a context. */
export interface HasCustomDomains {
  readonly customDomains: DomainWatcher
}

/** Checks domains, creates certificates for them, and has the pooler route their clients. */
export interface DomainWatcher {
  /** Returns the TXT record that proves a project's ownership: unpredictable for others, and always the same. */
  proofOf(ref: string, name: string): string
  /** Checks all due domains soon. */
  look(): void
  /** Resolves when no check is in progress. */
  idle(): Promise<void>
  /** Checks one domain now. `record` is called in the transaction, with the result. Returns false if there is none. */
  check(ref: string, record?: (tx: Transaction, row: store.DomainRow) => Promise<void>): Promise<boolean>
  /** Call after a domain was added, changed or removed. Resolves when its certificate is created and the pooler is updated. */
  settle(): Promise<void>
  /** Returns the certificate that clients see; null for none. Generated ones are invalid once another certificate is configured. */
  certificateOf(row: store.DomainRow): string | null
  /** Returns true if clients see a certificate for the name. */
  hasCertificate(row: store.DomainRow): boolean
  close(): Promise<void>
}

export interface DomainWatcherParts {
  readonly config: Pick<PlatformConfig, 'publicUrl' | 'dnsServers'>
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly logger: Logger
  readonly pooler: () => PoolerAddress | null
}

/** Lease of a check, after which a domain is due again. */
const leaseMs = 60_000
const round = 'round'
const dayMs = 86_400_000

/** Context that a key is sealed for, in `secrets`. */
export const keyPlace = (ref: string): string => `custom_domains.sealed_key.${ref}`

export function createDomainWatcher({ config, database, secrets, clock, logger, pooler }: DomainWatcherParts): DomainWatcher {
  const lookAt = createDnsLook(config.dnsServers)
  const host = publicHost(config.publicUrl)
  let line = Promise.resolve()

  const proofOf = (ref: string, name: string): string => `colonnade-domain=${secrets.sign('custom domain', `${ref} ${name}`)}`
  const certificateOf: DomainWatcher['certificateOf'] = ({ certificate, isUploaded }) =>
    isUploaded || pooler()?.issueCertificate != null ? certificate : null
  const examine: DomainWatcher['check'] = async (ref, record) => {
    const found = await store.findDomain(database, ref)
    if (!found) return false
    const { name } = found
    const findings = await lookAt(name, proofOf(ref, name), host)
    const now = clock.date()
    const note = (): Promise<boolean> =>
      database.transaction(async (tx) => {
        await store.deleteOfRemoved(tx)
        // it may have been removed or replaced by now
        const former = await store.lockDomain(tx, ref, name)
        if (!former) return false
        const { life, nextCheckAt, news } = afterLook(former, findings, now, former.isTaken)
        await store.recordLook(tx, ref, { life, findings, now, nextCheckAt })
        const row = { ...former, ...life, findings }
        await record?.(tx, row)
        // after the audit entry: the person who checked isn't notified of what they see
        if (news !== null) await notify(tx, row, news)
        return true
      })
    try {
      return await note()
    } catch (error) {
      // another project proved ownership in the same moment, and is visible now
      if (isAppError(error, 'unique_violation')) return note()
      throw error
    }
  }
  /** Creates missing certificates, and replaces those that are old or signed by a former root. */
  const makeCertificates = async (): Promise<void> => {
    const ways = pooler()
    if (ways === null || ways.issueCertificate === null) return
    const root = new X509Certificate(ways.certificate)
    for (const { projectRef, name, certificate } of await store.listWithoutUpload(database)) {
      if (certificate !== null && isFresh(certificate, root, clock.now())) continue
      try {
        const { certificate: pem, key } = await ways.issueCertificate(name)
        const sealedKey = secrets.seal(key, keyPlace(projectRef))
        const expiresAt = new X509Certificate(pem).validToDate
        await store.recordCertificate(database, projectRef, name, { pem, sealedKey, expiresAt, isUploaded: false })
      } catch (error) {
        // the next round tries again, and other domains don't wait
        logger.error('certificate of a domain not made', { ref: projectRef, name, error })
      }
    }
  }
  const serve = async (): Promise<void> => {
    const ways = pooler()
    if (ways === null) return
    const served = (await store.listHeld(database)).flatMap((row): LedDomain[] => {
      const { name, projectRef: ref, sealedKey } = row
      const pem = certificateOf(row)
      if (pem === null || sealedKey === null) return isOwnGood(ways, name) ? [{ name, ref, certificate: null }] : []
      try {
        return [{ name, ref, certificate: { pem, key: secrets.open(sealedKey, keyPlace(ref)) } }]
      } catch (error) {
        logger.error('certificate of a domain not used', { ref, name, error })
        return [{ name, ref, certificate: null }]
      }
    })
    for (const { name, error } of ways.domains.serve(served)) logger.error('certificate of a domain not used', { name, error })
  }
  const settle = (): Promise<void> => {
    // one at a time, so that the latest state wins
    const turn = line.then(makeCertificates).then(serve)
    line = turn.catch(() => {})
    return turn
  }
  const runs = createRuns({
    logger,
    async reconcile(_name, _run, stopping) {
      await store.deleteOfRemoved(database)
      while (!stopping.aborted) {
        const now = clock.date()
        const due = await store.takeDue(database, now, new Date(now.getTime() + leaseMs), domainsAtOnce)
        if (due.length === 0) break
        await Promise.all(due.map(({ ref }) => examine(ref)))
      }
      for (const days of certificateWarningDays) {
        await database.transaction(async (tx) => {
          for (const row of await store.warnOfExpiry(tx, clock.date(), days)) await notifyOfExpiry(tx, row, days)
        })
      }
      await settle()
    },
  })
  return {
    proofOf,
    certificateOf,
    hasCertificate: (row) => certificateOf(row) !== null || isOwnGood(pooler(), row.name),
    look: () => runs.look(round),
    idle: () => runs.idle(round),
    async check(ref, record) {
      const isThere = await examine(ref, record)
      await settle()
      return isThere
    },
    settle,
    async close() {
      await runs.close()
      await line
    },
  }
}

/** Returns true if a configured shared certificate is also valid for a name. */
function isOwnGood(ways: PoolerAddress | null, name: string): boolean {
  return ways !== null && ways.issueCertificate === null && new X509Certificate(ways.certificate).checkHost(name) !== undefined
}

function isFresh(pem: string, root: X509Certificate, nowMs: number): boolean {
  const leaf = new X509Certificate(pem)
  const renewDays = Math.max(...certificateWarningDays)
  return leaf.checkIssued(root) && leaf.verify(root.publicKey) && leaf.validToDate.getTime() - nowMs > renewDays * dayMs
}
