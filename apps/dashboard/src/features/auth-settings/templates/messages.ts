export const sendTexts = {
  title: 'Send a test',
  send: 'Send test email',
  hint: 'Sends this draft with sample data to your own address. Links and codes in it don’t work.',
  sent: (to: string) => `The mail server accepted the email to ${to}.`,
  kept: 'This project has no mail server, so the email is in its inbox.',
  openInbox: 'Open inbox',
} as const
