import type {
  AuthMailDetails,
  AuthMailPage,
  AuthMailQuery,
  AuthMailTemplateTest,
  AuthMailTemplateTestResult,
  AuthMailTest,
  AuthMailTestResult,
} from '@colonnade/contracts/auth/auth-mails'

/** The mails of projects' auth service, which stores them in the projects' databases. */
export interface AuthMails {
  list(ref: string, query: AuthMailQuery): Promise<AuthMailPage>
  /** Returns a mail, with its content if it was stored instead of sent; null for an unknown one. */
  read(ref: string, id: string): Promise<AuthMailDetails | null>
  /** Returns a value that changes with a project's mails. */
  mark(ref: string): string
  /** Sends a test mail through the project's mail server, with settings that may be unsaved. @throws AppError `invalid_input` */
  test(ref: string, test: AuthMailTest): Promise<AuthMailTestResult>
  /** Sends a draft of a template, or stores it in the inbox. @throws AppError `rate_limited` */
  testTemplate(ref: string, to: string, draft: AuthMailTemplateTest): Promise<AuthMailTemplateTestResult>
}

/** Part of a context: null while no auth service runs. */
export interface HasAuthMails {
  readonly authMails: () => AuthMails | null
}
