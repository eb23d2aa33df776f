export const sendTexts = {
  title: 'Send a test',
  send: 'Send test email',
  hint: 'Sends this draft with sample data to your own address. Links and codes in it don’t work.',
  sent: (to: string) => `The mail server accepted the email to ${to}.`,
  kept: 'This project has no mail server, so the email is in its inbox.',
  openInbox: 'Open inbox',
} as const

export const mailHintsText = {
  subjectLongerThanMost: 'The subject is longer than most email apps show.',
  subjectCapitals: 'The subject is in capitals.',
  exclamationMarksSubjectLook: 'Exclamation marks in the subject look like advertising.',
  wordsSuchFreeWinner: 'Words such as “free”, “winner” or “act now” in the subject look like advertising.',
  thereHardlyAnyText: 'The email has hardly any text. Emails with only images or a bare link look like spam.',
  hasNeitherLinkNor: 'The email has neither the link nor the code, so users can’t continue.',
  shortenedLinksHideWhere: 'Shortened links hide their destination. Link to your own site.',
  linkGoesIPAddress: 'A link goes to an IP address.',
  pictureHasNoAlternative: 'An image has no alternative text.',
  mailAppsRemoveScripts: 'Email apps remove scripts, forms and embedded pages.',
  mailLargerThan100: 'The email is larger than 100 KB. Some email apps cut it off.',
} as const

export const mailPreviewText = {
  preview: 'Preview',
  from: 'From',
  to: 'To',
  subject: 'Subject',
  previewAppearsAgainWhen: 'The preview appears again when the template is complete.',
  bodyEmail: 'Body of the email',
} as const

export const previewUserFieldText = {
  noUserHasEmail: 'No user’s email address begins with this',
  previewUser: 'Preview with a user',
  emailAddressBeginningWakes: 'By email address, or its beginning. Wakes the project if it’s asleep.',
  preview: 'Preview',
  sampleUser: 'Use sample user',
} as const

export const templateFormText = {
  inboxProject: 'Inbox of this project',
  body: 'Body',
  htmlValuesEscapedPlace: 'HTML. Values are escaped automatically.',
  hints: 'Hints',
  metadata: 'Use .Data for the user’s metadata, such as ',
  conditions: '. Conditions: ',
  variables: 'Variables',
  copy: (text: string) => `Copy ${text}`,
} as const

export const templatesPageText = {
  edited: 'Edited',
  emailTemplates: 'Email Templates',
  whatYourUsersRead: 'The emails your users receive.',
  signEmails: 'Sign-in emails',
  securityNotices: 'Security notices',
  tellUsersAboutChanges: 'Tell users about changes to their account.',
} as const
