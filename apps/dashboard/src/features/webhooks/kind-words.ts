import type { WebhookKind } from '@colonnade/contracts/organizations/webhooks'
import { kindText } from './messages.ts'

/** The name and summary of each kind of event. */
export const kindWords: Readonly<Record<WebhookKind, { readonly name: string; readonly summary: string }>> = {
  project: { name: kindText.projectName, summary: kindText.project },
  health: { name: kindText.healthName, summary: kindText.health },
  backup: { name: kindText.backupName, summary: kindText.backup },
  branch: { name: kindText.branchName, summary: kindText.branch },
  replica: { name: kindText.replicaName, summary: kindText.replica },
  member: { name: kindText.memberName, summary: kindText.member },
  invitation: { name: kindText.invitationName, summary: kindText.invitation },
  organization: { name: kindText.organizationName, summary: kindText.organization },
  document: { name: kindText.documentName, summary: kindText.document },
  app: { name: kindText.appName, summary: kindText.app },
}
