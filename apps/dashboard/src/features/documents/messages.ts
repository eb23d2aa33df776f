export const acceptFormText = {
  acceptTitle: (title: string) => `Accept ${title}`,
  confirm: (number: number, organization: string) => `I have read version ${number} and am authorized to accept it on behalf of ${organization}.`,
  record: 'Colonnade records your email address, the version and the time. Every member can see them.',
  accepted: (name: string) => `Accepted for ${name}`,
  acceptFor: (name: string) => `Accept for ${name}`,
} as const

export const acceptancesDialogText = {
  title: (document: string) => `Acceptances of ${document}`,
  loading: 'acceptances',
  empty: 'No organization has accepted it yet.',
  acceptances: 'Acceptances',
  organization: 'Organization',
  version: 'Version',
  by: 'By',
  when: 'When',
} as const

export const documentFactsText = {
  published: 'published',
  version: (number: number) => `version ${number}`,
  pdf: (size: string) => `PDF, ${size}`,
} as const

export const documentReaderText = {
  published: (number: number) => `Version ${number}, published`,
  allDocuments: 'All documents',
  version: 'Version',
  latestVersion: (number: number) => `Version ${number} (latest)`,
  versionNumber: (number: number) => `Version ${number}`,
  print: 'Print',
  download: 'Download',
  outdated: (number: number) => `This is an earlier version. The latest is version ${number}.`,
  text: (title: string) => `Text of ${title}`,
  titleAndVersion: (title: string, number: number) => `${title}, version ${number}`,
  acceptedVersion: (person: string, number: number, organization: string) => `${person} accepted version ${number} for ${organization}`,
  notAllowed: (organization: string) => `An owner or administrator of ${organization} must accept this document.`,
} as const

export const documentRowText = {
  downloadDocument: (title: string) => `Download ${title}`,
  download: 'Download',
  withdrawn: 'Withdrawn',
  accepted: 'Accepted',
  toAccept: 'Needs acceptance',
} as const

export const documentVersionTextCopy = {
  pdf: (size: string) => `This document is a PDF file (${size}). Download it to read it.`,
  loadFailed: 'Failed to load the document',
  loading: 'Loading document',
} as const

export const documentsPageText = {
  documents: 'Documents',
  description: 'Terms, agreements and policies published by the owner of this installation.',
  loadFailed: 'Failed to load documents',
  notFound: 'That document isn’t published, or no longer is.',
  emptyTitle: 'No documents',
  emptyBody: 'Terms of service, data processing agreements and other documents appear here once the owner of this installation publishes them.',
  loadingDocuments: 'Loading documents',
} as const

export const installationDocumentsText = {
  documents: 'Documents',
  description: 'Organizations read these in their settings and accept the ones that require it.',
  publish: 'Publish',
  loadFailed: 'Failed to load documents',
  emptyTitle: 'No documents',
  publishFirst: 'Publish document',
  emptyBody: 'Write a text or choose a PDF file. When you publish a new version, organizations are asked to accept it again.',
  republished: 'Document published',
  notPublished: (problem: string) => `Not published: ${problem}`,
  withdrawTitle: (title: string) => `Withdraw ${title}?`,
  withdrawBody: 'Organizations no longer see it, except those that accepted a version. You can publish it again later.',
  withdraw: 'Withdraw',
  deleteTitle: (title: string) => `Delete ${title}?`,
  deleteBody: 'This deletes all versions and can’t be undone. Documents that an organization has accepted can’t be deleted.',
  deleteDocument: 'Delete document',
  withdrawn: 'Withdrawn',
  acceptedBy: (accepted: number, all: number) => `accepted by ${accepted} of ${all}`,
  newVersionOf: (title: string) => `New version of ${title}`,
  newVersion: 'New version',
  moreActions: (title: string) => `More actions for ${title}`,
  acceptances: 'Acceptances',
  publishAgain: 'Publish again',
  delete: 'Delete',
} as const

export const kindWordsCopy = {
  subprocessors: 'Subprocessors',
  security: 'Security',
  other: 'Other',
  termsService: 'Terms of service',
  privacyPolicy: 'Privacy policy',
  dataProcessingAgreement: 'Data processing agreement',
} as const

export const markdownTextCopy = {
  table: 'Table',
} as const

export const publishSheetText = {
  publish: 'Publish',
  textTooLong: (limit: string) => `Use at most ${limit} characters`,
  fileUnreadable: 'The file can’t be read',
  publishDocument: 'Publish document',
  newVersion: (title: string) => `New version of ${title}`,
  text: 'Text',
  pdfFile: 'PDF file',
  versionPublished: (number: number) => `Version ${number} published`,
  title: 'Title',
  kind: 'Kind',
  format: 'Format',
  backToEditing: 'Back to editing',
  markdownHint: 'Markdown with headings, lists, tables and links. HTML is shown as text, and images aren’t supported.',
  preview: 'Preview',
  requireAcceptance: 'Require each organization to accept it. Owners and administrators are notified.',
  cancel: 'Cancel',
  publishVersion: (number: number) => `Publish version ${number}`,
  chooseFile: 'Choose file',
  noFile: 'No file chosen.',
  noText: 'Enter the text of the document',
  fileTooLarge: (limit: string) => `Use a file of at most ${limit}`,
} as const
