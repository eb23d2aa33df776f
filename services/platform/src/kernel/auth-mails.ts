import type {
  AuthMailDetails,
  AuthMailPage,
  AuthMailQuery,
  AuthMailTemplateTest,
  AuthMailTemplateTestResult,
  AuthMailTest,
  AuthMailTestResult,
} from '@colonnade/contracts/auth/auth-mails'

/** The mails of projects' auth service, which keeps them in the projects' databases. */
export interface AuthMails {
  list(ref: string, query: AuthMailQuery): Promise<AuthMailPage>
  /** With what a mail says if it was kept instead of sent; null for one that there is not. */
  read(ref: string, id: string): Promise<AuthMailDetails | null>
  /** Another text after each change of a project's mails. */
  mark(ref: string): string
  /** Sends a test by the project's mail server, with settings that may not be saved yet. @throws AppError `invalid_input` */
  test(ref: string, test: AuthMailTest): Promise<AuthMailTestResult>
  /** Sends a draft of a template, or keeps it in the inbox. @throws AppError `rate_limited` */
  testTemplate(ref: string, to: string, draft: AuthMailTemplateTest): Promise<AuthMailTemplateTestResult>
}

/** A context's part: null while no auth service runs. */
export interface HasAuthMails {
  readonly authMails: () => AuthMails | null
}
