/** Errors of legal documents, and the notification that asks to accept one. */
export const messages = {
  alreadyAccepted: (person: string) => `${person} has already accepted it for the organization`,
  acceptedByOthers: 'Organizations have accepted this document and keep their copy. Withdraw it instead.',
  replaced: (version: number) => `Version ${version} was published since. Read it first.`,
  acceptance: {
    title: (document: string) => `Accept ${document}`,
    message: 'The owner of this installation published it and asks every organization to accept it.',
    action: 'Open documents',
  },
} as const
