import type { DocumentKind } from '@colonnade/contracts/installation/documents'
import { kindWordsCopy } from './messages.ts'

/** What kinds of documents are called. */
export const kindNames: Readonly<Record<DocumentKind, string>> = {
  terms: kindWordsCopy.termsService,
  privacy: kindWordsCopy.privacyPolicy,
  dpa: kindWordsCopy.dataProcessingAgreement,
  subprocessors: kindWordsCopy.subprocessors,
  security: kindWordsCopy.security,
  other: kindWordsCopy.other,
}
