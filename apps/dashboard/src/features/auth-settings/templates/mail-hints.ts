import { sampleCode, sampleLink } from '@colonnade/contracts/auth/mail-templates/sample-values'
import { mailHintsText } from './messages.ts'

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
  { text: mailHintsText.subjectLongerThanMost, isFor: ({ subject }) => subject.length > subjectMost },
  {
    text: mailHintsText.subjectCapitals,
    isFor: ({ subject }) => /\p{Lu}{6}/u.test(subject.replaceAll(/[^\p{L}]/gu, '')) && subject === subject.toUpperCase(),
  },
  { text: mailHintsText.exclamationMarksSubjectLook, isFor: ({ subject }) => /!{2}|!.*!/.test(subject) },
  {
    text: mailHintsText.wordsSuchFreeWinner,
    isFor: ({ subject }) => /\b(?:free|winner|prize|act now|urgent|limited time|click here)\b/i.test(subject),
  },
  { text: mailHintsText.thereHardlyAnyText, isFor: ({ words }) => words.length < 20 },
  {
    text: mailHintsText.hasNeitherLinkNor,
    isFor: ({ hasLink, html }) => hasLink && !html.includes(sampleLink) && !html.includes(sampleCode),
  },
  { text: mailHintsText.shortenedLinksHideWhere, isFor: ({ html }) => shorteners.test(html) },
  {
    text: mailHintsText.linkGoesIPAddress,
    isFor: ({ html }) => /href\s*=\s*["']?https?:\/\/\d{1,3}(?:\.\d{1,3}){3}/i.test(html.replaceAll(sampleLink, '')),
  },
  { text: mailHintsText.pictureHasNoAlternative, isFor: ({ html }) => /<img(?![^>]*\balt\s*=)[^>]*>/i.test(html) },
  { text: mailHintsText.mailAppsRemoveScripts, isFor: ({ html }) => /<(?:script|form|iframe|object|embed)\b/i.test(html) },
  { text: mailHintsText.mailLargerThan100, isFor: ({ html }) => html.length > 100_000 },
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
