import type { PlatformContext } from './context.ts'
import { branchLookMs, dedicatedLookMs, domainLookMs, housekeepingMs, replicaBehindLookMs, roomLookMs, usageLookMs, windowLookMs } from './limits.ts'
import { forgetEndedApps } from './modules/organizations/apps/grants.ts'
import { forgetDeliveries } from './modules/organizations/webhooks/deliveries.ts'
import { removeExpired } from './modules/copies/branches/service.ts'
import { makeBackupRound, makeWindowRound } from './modules/copies/backups/service.ts'
import { lookAtDomains } from './modules/connections/custom-domains/service.ts'
import { lookAtDedicated } from './modules/connections/dedicated-poolers/service.ts'
import { retryWithRoom } from './modules/projects/disk/room.ts'
import { sweepAttachments } from './modules/installation/feedback/attachments.ts'
import { forgetInvitations } from './modules/organizations/invitations/service.ts'
import { pruneIncidents } from './modules/projects/project-health/incidents.ts'
import { forgetRemovedSecrets } from './modules/projects/project-settings/api-keys.ts'
import { lookBehind } from './modules/copies/replicas/look-behind.ts'
import { forgetSleeps } from './modules/projects/sleeps/service.ts'
import { forgetLinks } from './modules/installation/mails/links.ts'
import { makeInvoices } from './modules/billing/invoices/make-invoices.ts'
import { askProvider } from './modules/billing/payments/service.ts'
import { collectCounters, collectUsage, pruneUsage } from './modules/organizations/usage/collecting/collect.ts'
import { sweepRejects } from './modules/data/row-imports/rejects.ts'

/** What is done now and then although nobody asks for it; each may be cut off anywhere and is then done again. */
const chores: Readonly<Record<string, Chore>> = {
  sweepAttachments: { work: sweepAttachments, everyMs: housekeepingMs },
  pruneIncidents: { work: pruneIncidents, everyMs: housekeepingMs },
  forgetRemovedSecrets: { work: forgetRemovedSecrets, everyMs: housekeepingMs },
  sweepRejects: { work: sweepRejects, everyMs: housekeepingMs },
  forgetLinks: { work: ({ database }) => forgetLinks(database), everyMs: housekeepingMs },
  forgetEndedApps: { work: forgetEndedApps, everyMs: housekeepingMs },
  forgetDeliveries: { work: forgetDeliveries, everyMs: housekeepingMs },
  forgetInvitations: { work: forgetInvitations, everyMs: housekeepingMs },
  forgetSleeps: { work: forgetSleeps, everyMs: housekeepingMs },
  removeExpiredBranches: { work: removeExpired, everyMs: branchLookMs },
  lookBehind: { work: lookBehind, everyMs: replicaBehindLookMs },
  makeBackupRound: { work: makeBackupRound, everyMs: housekeepingMs },
  lookAtDedicated: { work: lookAtDedicated, everyMs: dedicatedLookMs },
  // nothing waits for the answers of DNS servers
  lookAtDomains: { work: async (ctx) => lookAtDomains(ctx), everyMs: domainLookMs },
  collectUsage: { work: collectUsage, everyMs: usageLookMs },
  makeInvoices: { work: makeInvoices, everyMs: housekeepingMs },
  askPaymentProvider: { work: askProvider, everyMs: housekeepingMs },
  pruneUsage: { work: pruneUsage, everyMs: housekeepingMs },
  makeWindowRound: { work: makeWindowRound, everyMs: windowLookMs },
  retryWithRoom: { work: retryWithRoom, everyMs: roomLookMs },
  // what it does may take hours, and nothing waits for it
  copyOffsite: { work: async ({ offsite }) => offsite.look(), everyMs: windowLookMs },
}

interface Chore {
  readonly work: (ctx: PlatformContext) => Promise<void>
  readonly everyMs: number
}

/** Does the chores now and then, one at a time. Disposing of it waits for the one under way, and reads the counters of usage a last time. */
export function startHousekeeping(ctx: PlatformContext): AsyncDisposable {
  let line = Promise.resolve()
  const timers = Object.entries(chores).map(([name, { work, everyMs }]) => {
    const begin = (): void => {
      line = line.then(() => work(ctx)).catch((error: unknown) => ctx.logger.error('housekeeping failed', { chore: name, error }))
    }
    begin()
    return setInterval(begin, everyMs).unref()
  })
  return {
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer)
      await line
      await collectCounters(ctx).catch((error: unknown) => ctx.logger.error('usage of the last minute not collected', { error }))
    },
  }
}
