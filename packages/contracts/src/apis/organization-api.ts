import { accessTokens } from '../people/access-tokens.ts'
import { account } from '../people/account.ts'
import { billing, planPriceList } from '../billing/billing.ts'
import { identities } from '../people/identities.ts'
import { identityProviders } from '../people/identity-providers.ts'
import { installation } from '../installation/installation.ts'
import { installationInvoices } from '../billing/installation-invoices.ts'
import { installationPayments } from '../billing/installation-payments.ts'
import { documents, installationDocuments } from '../installation/documents.ts'
import { invoices } from '../billing/invoices.ts'
import { payments } from '../billing/payments.ts'
import { mails } from '../installation/mails.ts'
import { offsite } from '../copies/offsite.ts'
import { passkeys } from '../people/passkeys.ts'
import { passwordResets } from '../people/password-resets.ts'
import { secondFactors } from '../people/second-factors.ts'
import { signUps } from '../people/sign-ups.ts'
import { appRequests, apps, memberAppGrants, ownAppGrants } from '../organizations/apps.ts'
import { auditLog } from '../organizations/audit-log.ts'
import { invitationLinks, invitations } from '../organizations/invitations.ts'
import { organizationRemovals } from '../organizations/organization-removals.ts'
import { organizationTransfers } from '../organizations/organization-transfers.ts'
import { webhooks } from '../organizations/webhooks.ts'
import { members } from '../organizations/members.ts'
import { organizationRoles } from '../organizations/organization-roles.ts'

/** Calls of the account, organization and installation pages. No project page loads them. */
export const organizationApi = {
  members,
  organizationRoles,
  apps,
  memberAppGrants,
  ownAppGrants,
  appRequests,
  webhooks,
  organizationTransfers,
  organizationRemovals,
  invitations,
  invitationLinks,
  auditLog,
  billing,
  planPriceList,
  invoices,
  payments,
  account,
  passwordResets,
  signUps,
  accessTokens,
  secondFactors,
  passkeys,
  identities,
  identityProviders,
  installation,
  installationInvoices,
  installationPayments,
  installationDocuments,
  documents,
  mails,
  offsite,
} as const
