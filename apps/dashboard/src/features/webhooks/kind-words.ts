import type { WebhookKind } from '@colonnade/contracts/organizations/webhooks'

/** What kinds of events are, for who chooses among them. */
export const kindWords: Readonly<Record<WebhookKind, { readonly name: string; readonly summary: string }>> = {
  project: { name: 'Projects', summary: 'created, paused, restored, resized, deleted, put to sleep and woken' },
  health: { name: 'Health', summary: 'a project’s status changed, or something is wrong with it or well again' },
  backup: { name: 'Backups', summary: 'completed, failed, found damaged, restored' },
  branch: { name: 'Branches', summary: 'created, reset, merged, deleted, expired' },
  replica: { name: 'Read replicas', summary: 'created, promoted, dropped' },
  member: { name: 'Members', summary: 'given another role, removed, gone' },
  invitation: { name: 'Invitations', summary: 'sent, taken back, accepted' },
  organization: { name: 'Organization', summary: 'renamed, handed over, its plan and billing changed' },
  document: { name: 'Documents', summary: 'accepted' },
  app: { name: 'OAuth apps', summary: 'registered, authorized, revoked, deleted' },
}
