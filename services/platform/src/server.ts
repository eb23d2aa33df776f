import { type Endpoint, listEndpoints, openApi, wholeApi } from '@colonnade/contracts'
import { type FastifyInstance, mount } from '@colonnade/http'
import { apiPage } from './api-page.ts'
import type { PlatformContext } from './context.ts'
import { accessTokenRoutes } from './modules/access-tokens/routes.ts'
import { accountRoutes } from './modules/account/routes.ts'
import { mountOauth } from './modules/apps/protocol.ts'
import { appRoutes } from './modules/apps/routes.ts'
import { webhookRoutes } from './modules/webhooks/routes.ts'
import { auditLogRoutes } from './modules/audit-log/routes.ts'
import { addonRoutes } from './modules/addons/routes.ts'
import { customDomainRoutes } from './modules/custom-domains/routes.ts'
import { backupRoutes } from './modules/backups/routes.ts'
import { databaseObjectRoutes } from './modules/database-objects/routes.ts'
import { connectionLimitRoutes } from './modules/connection-limits/routes.ts'
import { dedicatedPoolerRoutes } from './modules/dedicated-poolers/routes.ts'
import { feedbackRoutes } from './modules/feedback/routes.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { invitationRoutes } from './modules/invitations/routes.ts'
import { lintRoutes } from './modules/lints/routes.ts'
import { loadableExtensionRoutes } from './modules/loadable-extensions/routes.ts'
import { networkRestrictionRoutes } from './modules/network-restrictions/routes.ts'
import { memberRoutes } from './modules/members/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { organizationRoleRoutes } from './modules/organization-roles/routes.ts'
import { organizationRemovalRoutes } from './modules/organization-removals/routes.ts'
import { organizationTransferRoutes } from './modules/organization-transfers/routes.ts'
import { organizationRoutes } from './modules/organizations/routes.ts'
import { postgresVersionRoutes } from './modules/postgres-versions/routes.ts'
import { poolerStatisticsRoutes } from './modules/pooler-statistics/routes.ts'
import { projectHealthRoutes } from './modules/project-health/routes.ts'
import { projectSettingsRoutes } from './modules/project-settings/routes.ts'
import { projectTransferRoutes } from './modules/project-transfers/routes.ts'
import { projectRoutes } from './modules/projects/routes.ts'
import { queryRoutes } from './modules/queries/routes.ts'
import { rowExportRoutes } from './modules/row-exports/routes.ts'
import { rowImportRoutes } from './modules/row-imports/routes.ts'
import { rowChangeRoutes } from './modules/row-changes/routes.ts'
import { branchRoutes } from './modules/branches/routes.ts'
import { identityRoutes } from './modules/identities/routes.ts'
import { identityProviderRoutes } from './modules/identity-providers/routes.ts'
import { installationRoutes } from './modules/installation/routes.ts'
import { documentRoutes } from './modules/documents/routes.ts'
import { mailRoutes } from './modules/mails/routes.ts'
import { offsiteRoutes } from './modules/offsite/routes.ts'
import { passwordResetRoutes } from './modules/password-resets/routes.ts'
import { signUpRoutes } from './modules/sign-ups/routes.ts'
import { mergeRoutes } from './modules/merges/routes.ts'
import { replicaRoutes } from './modules/replicas/routes.ts'
import { passkeyRoutes } from './modules/passkeys/routes.ts'
import { secondFactorRoutes } from './modules/second-factors/routes.ts'
import { sessionRoutes } from './modules/sessions/routes.ts'
import { sleepRoutes } from './modules/sleeps/routes.ts'
import { diagramRoutes } from './modules/diagrams/routes.ts'
import { diskRoutes } from './modules/disk/routes.ts'
import { snippetRoutes } from './modules/snippets/routes.ts'
import { sqlRunRoutes } from './modules/sql-runs/routes.ts'
import { supportTicketRoutes } from './modules/support-tickets/routes.ts'
import { tlsEnforcementRoutes } from './modules/tls-enforcement/routes.ts'
import { billingRoutes } from './modules/billing/routes.ts'
import { installationInvoiceRoutes } from './modules/installation-invoices/routes.ts'
import { invoiceRoutes } from './modules/invoices/routes.ts'
import { installationPaymentRoutes } from './modules/installation-payments/routes.ts'
import { mountStripeWebhook } from './modules/payments/protocol.ts'
import { paymentRoutes } from './modules/payments/routes.ts'
import { upgradeRoutes } from './modules/upgrades/routes.ts'
import { usageRoutes } from './modules/usage/routes.ts'
import { createPolicy } from './policy.ts'

const routes = [
  ...healthRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...passwordResetRoutes,
  ...signUpRoutes,
  ...installationRoutes,
  ...mailRoutes,
  ...offsiteRoutes,
  ...documentRoutes,
  ...accessTokenRoutes,
  ...appRoutes,
  ...webhookRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...identityRoutes,
  ...identityProviderRoutes,
  ...organizationRoutes,
  ...organizationRoleRoutes,
  ...organizationTransferRoutes,
  ...organizationRemovalRoutes,
  ...auditLogRoutes,
  ...memberRoutes,
  ...usageRoutes,
  ...invitationRoutes,
  ...billingRoutes,
  ...invoiceRoutes,
  ...installationInvoiceRoutes,
  ...paymentRoutes,
  ...installationPaymentRoutes,
  ...projectRoutes,
  ...projectTransferRoutes,
  ...replicaRoutes,
  ...branchRoutes,
  ...mergeRoutes,
  ...sleepRoutes,
  ...backupRoutes,
  ...loadableExtensionRoutes,
  ...postgresVersionRoutes,
  ...upgradeRoutes,
  ...addonRoutes,
  ...customDomainRoutes,
  ...connectionLimitRoutes,
  ...dedicatedPoolerRoutes,
  ...networkRestrictionRoutes,
  ...poolerStatisticsRoutes,
  ...tlsEnforcementRoutes,
  ...projectHealthRoutes,
  ...diskRoutes,
  ...projectSettingsRoutes,
  ...lintRoutes,
  ...queryRoutes,
  ...sqlRunRoutes,
  ...snippetRoutes,
  ...diagramRoutes,
  ...rowImportRoutes,
  ...rowExportRoutes,
  ...rowChangeRoutes,
  ...databaseObjectRoutes,
  ...notificationRoutes,
  ...feedbackRoutes,
  ...supportTicketRoutes,
]

/** Every endpoint that the platform answers. */
export const platformEndpoints: readonly Endpoint[] = listEndpoints(wholeApi).map(({ endpoint }) => endpoint)

/** Mounts the control plane under /platform, with its API document and a page to read it. */
export function mountPlatform(app: FastifyInstance, ctx: PlatformContext, options: { checkReplies?: boolean } = {}): void {
  mount(app, { routes, context: ctx, policy: createPolicy(ctx), logger: ctx.logger, memory: ctx.memory, ...options })
  mountOauth(app, ctx)
  mountStripeWebhook(app, ctx)
  // made when first asked for: no start waits for them
  const document = once(() => openApi(wholeApi, { title: 'Colonnade platform API', version: ctx.config.version }))
  const page = once(() => apiPage(document()))
  app.get('/platform/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document()))
  app.get('/platform/docs', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page()),
  )
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
