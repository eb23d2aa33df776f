import type { DocumentKind } from '@colonnade/contracts/installation/documents'

/** What kinds of documents are called. */
export const kindNames: Readonly<Record<DocumentKind, string>> = {
  terms: 'Terms of service',
  privacy: 'Privacy policy',
  dpa: 'Data processing agreement',
  subprocessors: 'Subprocessors',
  security: 'Security',
  other: 'Other',
}
