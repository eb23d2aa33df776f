import { accessTokens } from '../account/access-tokens.ts'
import { account } from '../account/account.ts'
import { billing } from '../organizations/billing.ts'
import { identities } from '../account/identities.ts'
import { identityProviders } from '../installation/identity-providers.ts'
import { installation } from '../installation/installation.ts'
import { installationInvoices } from '../installation/installation-invoices.ts'
import { installationPayments } from '../installation/installation-payments.ts'
import { documents, installationDocuments } from '../installation/documents.ts'
import { invoices } from '../organizations/invoices.ts'
import { payments } from '../organizations/payments.ts'
import { mails } from '../installation/mails.ts'
import { offsite } from '../installation/offsite.ts'
import { passkeys } from '../account/passkeys.ts'
import { passwordResets } from '../account/password-resets.ts'
import { secondFactors } from '../account/second-factors.ts'
import { signUps } from '../account/sign-ups.ts'
import { appRequests, apps, memberAppGrants, ownAppGrants } from '../organizations/apps.ts'
import { auditLog } from '../organizations/audit-log.ts'
import { invitationLinks, invitations } from '../organizations/invitations.ts'
import { organizationRemovals } from '../organizations/organization-removals.ts'
import { organizationTransfers } from '../organizations/organization-transfers.ts'
import { webhooks } from '../organizations/webhooks.ts'
import { members } from '../organizations/members.ts'
import { organizationRoles } from '../organizations/organization-roles.ts'

/** What pages of people call, about themselves, their organizations and the installation: no page of a project loads it. */
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
