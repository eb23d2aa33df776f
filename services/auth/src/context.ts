import type { Clock, Logger, Random } from '@colonnade/core'
import type { KnownProjects, ProjectDirectory } from '@colonnade/projects'
import type { MailPost } from './mails/mail-post.ts'
import type { Sealing } from './mails/sealed-mail.ts'
import type { OutsideAddresses } from './outside-addresses.ts'
import type { LeakedPasswords } from './passwords/leaked-passwords.ts'
import type { SmsPost } from './phones/sms-post.ts'

/** Dependencies of the service. */
export interface AuthContext {
  readonly projects: Pick<ProjectDirectory, 'resolve' | 'hold'>
  readonly known: KnownProjects
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** Private addresses are allowed as targets of URLs that project owners choose. */
  readonly outbound: { readonly arePrivateAllowed: boolean }
  /** Seals what waits in projects' databases, where others could read it. */
  readonly secrets: Sealing
  readonly post: MailPost
  readonly sms: SmsPost
  readonly addresses: OutsideAddresses
  readonly leaked: LeakedPasswords
}
