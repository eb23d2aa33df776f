import { useMemo } from 'react'
import { inertDocument } from './inert-document.ts'

export interface MailFrameProps {
  /** Its accessible name. */
  readonly title: string
  readonly html: string
}

/** The body of a mail that somebody else wrote. */
export function MailFrame({ title, html }: MailFrameProps) {
  const page = useMemo(() => inertDocument(html), [html])
  // without scripts, and of no origin
  return <iframe title={title} sandbox="" srcDoc={page} className="h-80 w-full rounded-b-lg bg-white" />
}
