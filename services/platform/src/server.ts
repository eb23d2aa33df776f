import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { openApi } from '@colonnade/contracts/openapi/openapi'
import { type FastifyInstance, mount } from '@colonnade/http'
import { apiPage } from './api-page.ts'
import type { PlatformContext } from './context.ts'
import { accessTokenRoutes } from './modules/people/access-tokens/routes.ts'
import { accountRoutes } from './modules/people/account/routes.ts'
import { mountOauth } from './modules/organizations/apps/protocol.ts'
import { appRoutes } from './modules/organizations/apps/routes.ts'
import { webhookRoutes } from './modules/organizations/webhooks/routes.ts'
import { auditLogRoutes } from './modules/organizations/audit-log/routes.ts'
import { addonRoutes } from './modules/projects/addons/routes.ts'
import { customDomainRoutes } from './modules/connections/custom-domains/routes.ts'
import { backupRoutes } from './modules/copies/backups/routes.ts'
import { databaseObjectRoutes } from './modules/data/database-objects/routes.ts'
import { connectionLimitRoutes } from './modules/connections/connection-limits/routes.ts'
import { dedicatedPoolerRoutes } from './modules/connections/dedicated-poolers/routes.ts'
import { feedbackRoutes } from './modules/installation/feedback/routes.ts'
import { healthRoutes } from './modules/installation/health/routes.ts'
import { invitationRoutes } from './modules/organizations/invitations/routes.ts'
import { lintRoutes } from './modules/data/lints/routes.ts'
import { loadableExtensionRoutes } from './modules/data/loadable-extensions/routes.ts'
import { networkRestrictionRoutes } from './modules/connections/network-restrictions/routes.ts'
import { memberRoutes } from './modules/organizations/members/routes.ts'
import { notificationRoutes } from './modules/installation/notifications/routes.ts'
import { organizationRoleRoutes } from './modules/organizations/organization-roles/routes.ts'
import { organizationRemovalRoutes } from './modules/organizations/organization-removals/routes.ts'
import { organizationTransferRoutes } from './modules/organizations/organization-transfers/routes.ts'
import { organizationRoutes } from './modules/organizations/organizations/routes.ts'
import { postgresVersionRoutes } from './modules/copies/postgres-versions/routes.ts'
import { poolerStatisticsRoutes } from './modules/connections/pooler-statistics/routes.ts'
import { projectHealthRoutes } from './modules/projects/project-health/routes.ts'
import { projectSettingsRoutes } from './modules/projects/project-settings/routes.ts'
import { projectTransferRoutes } from './modules/projects/project-transfers/routes.ts'
import { projectRoutes } from './modules/projects/projects/routes.ts'
import { queryRoutes } from './modules/data/queries/routes.ts'
import { rowExportRoutes } from './modules/data/row-exports/routes.ts'
import { rowImportRoutes } from './modules/data/row-imports/routes.ts'
import { rowChangeRoutes } from './modules/data/row-changes/routes.ts'
import { branchRoutes } from './modules/copies/branches/routes.ts'
import { identityRoutes } from './modules/people/identities/routes.ts'
import { identityProviderRoutes } from './modules/people/identity-providers/routes.ts'
import { installationRoutes } from './modules/installation/installation/routes.ts'
import { documentRoutes } from './modules/installation/documents/routes.ts'
import { mailRoutes } from './modules/installation/mails/routes.ts'
import { offsiteRoutes } from './modules/copies/offsite/routes.ts'
import { passwordResetRoutes } from './modules/people/password-resets/routes.ts'
import { signUpRoutes } from './modules/people/sign-ups/routes.ts'
import { mergeRoutes } from './modules/copies/merges/routes.ts'
import { replicaRoutes } from './modules/copies/replicas/routes.ts'
import { passkeyRoutes } from './modules/people/passkeys/routes.ts'
import { secondFactorRoutes } from './modules/people/second-factors/routes.ts'
import { sessionRoutes } from './modules/people/sessions/routes.ts'
import { sleepRoutes } from './modules/projects/sleeps/routes.ts'
import { diagramRoutes } from './modules/data/diagrams/routes.ts'
import { diskRoutes } from './modules/projects/disk/routes.ts'
import { snippetRoutes } from './modules/data/snippets/routes.ts'
import { sqlRunRoutes } from './modules/data/sql-runs/routes.ts'
import { supportTicketRoutes } from './modules/installation/support-tickets/routes.ts'
import { tlsEnforcementRoutes } from './modules/connections/tls-enforcement/routes.ts'
import { billingRoutes } from './modules/billing/billing/routes.ts'
import { installationInvoiceRoutes } from './modules/billing/installation-invoices/routes.ts'
import { invoiceRoutes } from './modules/billing/invoices/routes.ts'
import { installationPaymentRoutes } from './modules/billing/installation-payments/routes.ts'
import { mountStripeWebhook } from './modules/billing/payments/protocol.ts'
import { paymentRoutes } from './modules/billing/payments/routes.ts'
import { upgradeRoutes } from './modules/copies/upgrades/routes.ts'
import { usageRoutes } from './modules/organizations/usage/routes.ts'
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
