import { Button } from '@colonnade/ui'
import { Download } from 'lucide-react'
import { CopyableText } from '../../../lib/code-text/code-text.tsx'
import type { Target } from '../examples/call.ts'
import { introText, pageTitle, typesText } from '../messages.ts'
import { ClientTabs } from './client-tabs.tsx'
import { useTypesDownload } from '../use-types-download.ts'
import { introductionText } from './messages.ts'

export interface IntroductionProps {
  readonly projectRef: string
  readonly schemas: readonly string[]
  readonly target: Target
}

/** How to reach the API before any table or function is chosen. */
export function Introduction({ projectRef, schemas, target }: IntroductionProps) {
  const { isDownloading, download } = useTypesDownload(projectRef, schemas)
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold tracking-tight">{pageTitle}</h1>
        <p className="text-soft">{introText}</p>
      </header>
      <section aria-labelledby="address" className="flex min-w-0 flex-col gap-2">
        <h2 id="address" className="font-medium">
          {introductionText.urlAndKey}
        </h2>
        <CopyableText text={`${target.url}/rest/v1`} language="plain" label={introductionText.url} isWrapped />
        <CopyableText text={target.anonKey} language="plain" label={introductionText.key} isWrapped />
      </section>
      <section aria-labelledby="set-up" className="flex min-w-0 flex-col gap-2">
        <h2 id="set-up" className="font-medium">
          {introductionText.createClient}
        </h2>
        <ClientTabs
          isShown={({ setUp }) => setUp !== null}
          render={({ label, language, setUp }) => (
            <CopyableText text={setUp?.(target) ?? ''} language={language} label={`set-up code for ${label}`} />
          )}
        />
      </section>
      {schemas.length > 0 && (
        <section aria-labelledby="types" className="flex flex-col items-start gap-2">
          <h2 id="types" className="font-medium">
            {introductionText.types}
          </h2>
          <p className="text-soft">{typesText}</p>
          <Button isPending={isDownloading} onClick={download}>
            <Download aria-hidden />
            {introductionText.downloadTypes}
          </Button>
        </section>
      )}
    </>
  )
}
