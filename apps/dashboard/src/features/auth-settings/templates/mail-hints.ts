import { sampleCode, sampleLink } from '@colonnade/contracts/auth/mail-templates/sample-values'

/** What makes filters take a mail for spam, or readers take it for phishing. */
export interface MailDraft {
  readonly subject: string
  /** As it is rendered. */
  readonly html: string
  /** Whether the mail's template can have a link to confirm something. */
  readonly hasLink: boolean
}

const subjectMost = 70
const shorteners = /https?:\/\/(?:bit\.ly|t\.co|tinyurl\.com|goo\.gl|ow\.ly|is\.gd|buff\.ly|rebrand\.ly)\//i

interface Hint {
  readonly text: string
  readonly isFor: (mail: MailDraft & { readonly words: string }) => boolean
}

const hints: readonly Hint[] = [
  { text: 'The subject is longer than most mail apps show.', isFor: ({ subject }) => subject.length > subjectMost },
  {
    text: 'The subject is in capitals.',
    isFor: ({ subject }) => /\p{Lu}{6}/u.test(subject.replaceAll(/[^\p{L}]/gu, '')) && subject === subject.toUpperCase(),
  },
  { text: 'Exclamation marks in the subject look like advertising.', isFor: ({ subject }) => /!{2}|!.*!/.test(subject) },
  {
    text: 'Words such as “free”, “winner” or “act now” in the subject look like advertising.',
    isFor: ({ subject }) => /\b(?:free|winner|prize|act now|urgent|limited time|click here)\b/i.test(subject),
  },
  { text: 'There is hardly any text. A mail of pictures or a bare link looks like spam.', isFor: ({ words }) => words.length < 20 },
  {
    text: 'It has neither the link nor the code, so that users can’t go on.',
    isFor: ({ hasLink, html }) => hasLink && !html.includes(sampleLink) && !html.includes(sampleCode),
  },
  { text: 'Shortened links hide where they lead. Link to your own site.', isFor: ({ html }) => shorteners.test(html) },
  {
    text: 'A link goes to an IP address.',
    isFor: ({ html }) => /href\s*=\s*["']?https?:\/\/\d{1,3}(?:\.\d{1,3}){3}/i.test(html.replaceAll(sampleLink, '')),
  },
  { text: 'A picture has no alternative text.', isFor: ({ html }) => /<img(?![^>]*\balt\s*=)[^>]*>/i.test(html) },
  { text: 'Mail apps remove scripts, forms and embedded pages.', isFor: ({ html }) => /<(?:script|form|iframe|object|embed)\b/i.test(html) },
  { text: 'The mail is larger than 100 KB. Some mail apps cut it off.', isFor: ({ html }) => html.length > 100_000 },
]

/** Returns what could be better about a mail. */
export function mailHints(mail: MailDraft): string[] {
  const words = mail.html
    .replaceAll(/<(style|head)\b[^]*?<\/\1>/gi, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return hints.filter(({ isFor }) => isFor({ ...mail, words })).map(({ text }) => text)
}
