import type { AuthMailContent, AuthMailList } from '@colonnade/contracts/auth/auth-mails'

/** The mails of projects' auth service, which keeps them in the projects' databases. */
export interface AuthMails {
  list(ref: string): Promise<AuthMailList>
  /** What a mail says that was kept instead of sent; null for any other. */
  read(ref: string, id: string): Promise<AuthMailContent | null>
}

/** A context's part: null while no auth service runs. */
export interface HasAuthMails {
  readonly authMails: () => AuthMails | null
}
