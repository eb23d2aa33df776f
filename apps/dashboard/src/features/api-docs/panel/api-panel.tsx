import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { type ApiObjectKey, closeApiPanel } from '../../../scope/api-panel/api-panel.ts'
import { apiDocsPageText, objectsFailedText, pageTitle } from '../messages.ts'
import { DocsNotices } from '../parts/docs-notices.tsx'
import { LoadingDocs } from '../parts/loading-docs.tsx'
import { GoneObject, ObjectDocs, type ObjectView } from '../parts/object-docs.tsx'
import { useDocs } from '../use-docs.ts'

export interface ApiPanelProps {
  readonly projectRef: string
  readonly objectKey: ApiObjectKey
}

/** The API docs of one table or function. */
export function ApiPanel({ projectRef, objectKey }: ApiPanelProps) {
  const docs = useDocs(projectRef)
  const [view, setView] = useState<ObjectView>('docs')
  const item = docs.objects?.find(({ key }) => key === objectKey)
  return (
    <SidePanel title={pageTitle} size="wide" onClose={closeApiPanel}>
      <div className="flex min-w-0 flex-col gap-6 p-4">
        <DocsNotices projectRef={projectRef} docs={docs} />
        {docs.failed && <ErrorNotice error={docs.failed.error} subject={objectsFailedText} onRetry={() => void docs.failed?.refetch()} />}
        {docs.isLoading && <LoadingDocs label={apiDocsPageText.loadingExamples} />}
        {item && <ObjectDocs projectRef={projectRef} item={item} target={docs.targetOf(item)} view={view} onView={setView} />}
        {docs.objects && item === undefined && <GoneObject />}
      </div>
    </SidePanel>
  )
}
