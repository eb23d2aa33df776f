import type { AuditKind } from '@colonnade/contracts'

/** What events of a kind are called in the filter. */
export const kindNames: Readonly<Record<AuditKind, string>> = {
  organization: 'Organization',
  member: 'Members',
  invitation: 'Invitations',
  project: 'Projects',
  branch: 'Branches',
  replica: 'Read replicas',
  backup: 'Backups and recovery',
  snippet: 'SQL snippets',
  ticket: 'Support tickets',
  feedback: 'Feedback',
}

const words: Readonly<Record<string, string>> = {
  'user.created': 'Made the account',
  'user.updated': 'Changed the name',
  'user.password_changed': 'Changed the password',
  'user.password_reset': 'Chose a new password by mail',
  'installation.updated': 'Changed settings of the installation',
  'mail.tested': 'Sent a test mail',
  'second_factor.added': 'Turned on the second step of signing in',
  'second_factor.removed': 'Turned off the second step of signing in',
  'second_factor.recovery_codes_renewed': 'Made new recovery codes',
  'access_token.created': 'Made an access token',
  'access_token.removed': 'Revoked an access token',
  'session.created': 'Signed in',
  'session.removed': 'Signed out, or ended a session',
  'session.others_removed': 'Ended all other sessions',
  'organization.created': 'Created the organization',
  'organization.updated': 'Renamed the organization',
  'organization.plan_changed': 'Changed the plan',
  'organization.spend_cap_changed': 'Turned the spend cap on or off',
  'organization.billing_details_changed': 'Changed the billing details',
  'organization.removed': 'Deleted the organization',
  'member.role_changed': 'Gave a member another role',
  'member.removed': 'Removed a member',
  'member.left': 'Left the organization',
  'invitation.created': 'Invited somebody',
  'invitation.resent': 'Gave an invitation a new link',
  'invitation.revoked': 'Took an invitation back',
  'invitation.accepted': 'Accepted an invitation',
  'project.created': 'Created the project',
  'project.updated': 'Renamed the project',
  'project.removed': 'Deleted the project',
  'project.paused': 'Paused the project',
  'project.restored': 'Restored the paused project',
  'project.restarted': 'Restarted the project',
  'project.resized': 'Changed the compute size',
  'project.password_reset': 'Reset the database password',
  'project.production_lock_changed': 'Changed the production lock',
  'project.networks_changed': 'Changed who may connect from where',
  'project.pool_mode_changed': 'Changed the pool mode',
  'project.addon_changed': 'Changed an add-on',
  'project.tls_enforcement_changed': 'Changed whether connections must be encrypted',
  'project.connection_limits_changed': 'Changed the limits of connections',
  'project.timeouts_changed': 'Changed the timeouts of statements',
  'project.sleep_changed': 'Changed when the project sleeps',
  'project.put_to_sleep': 'Put the project to sleep',
  'project.fell_asleep': 'The project fell asleep',
  'project.woken': 'Woke the project',
  'project.woke_up': 'The project woke up',
  'branch.created': 'Created a branch',
  'branch.updated': 'Changed a branch',
  'branch.reset': 'Reset a branch',
  'branch.removed': 'Deleted a branch',
  'branch.expired': 'A branch reached its end and was deleted',
  'branch.merge_rehearsed': 'Rehearsed a merge',
  'branch.merged': 'Merged a branch',
  'replica.created': 'Created a read replica',
  'replica.restarted': 'Restarted a read replica',
  'replica.promoted': 'Promoted a read replica',
  'replica.removed': 'Dropped a read replica',
  'backup.scheduled': 'A scheduled backup began',
  'backup.created': 'Began a backup',
  'backup.proved': 'Asked for a proof of a backup',
  'backup.removed': 'Deleted a backup',
  'backup.restored': 'Restored from a backup',
  'backup.pitr_changed': 'Changed point-in-time recovery',
  'backup.archive_read': 'Asked for the WAL archive to be read through',
  'snippet.folder_moved': 'Moved a folder of snippets',
  'snippet.removed': 'Deleted a snippet',
  'ticket.created': 'Wrote a support ticket',
  'ticket.updated': 'Answered or closed a support ticket',
  'feedback.sent': 'Sent feedback',
}

/** What was done, in words; of an event that is newer than these words its name. */
export function eventText(event: string): string {
  return words[event] ?? event
}

/** One value out of an event's details, as it is read. */
export function detailText(value: unknown): string {
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
