import { buttonClass } from '@colonnade/ui'
import { ExternalLink } from 'lucide-react'
import { testTexts } from './messages.ts'
import { testAddress } from './sign-in-test-page.tsx'

/** Opens a test sign-in in a new tab. */
export function TestLink({ projectRef, provider }: { readonly projectRef: string; readonly provider: string }) {
  return (
    <section aria-label={testTexts.title} className="flex flex-col items-start gap-2 border-t p-4">
      <a className={buttonClass({ size: 'sm' })} href={testAddress(projectRef, provider)} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden />
        {testTexts.link}
      </a>
      <p className="text-xs text-faint">{testTexts.saved}</p>
    </section>
  )
}
