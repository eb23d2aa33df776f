import { lazy, Suspense, useEffect } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { closeApiPanel, useApiPanel } from '../../../scope/api-panel/api-panel.ts'

const ApiPanel = lazy(loaded(() => import('./api-panel.tsx'), 'ApiPanel'))

/** Shows the API docs of a table or function over the page of a project, once somebody asks for them. */
export function ApiPanelHost({ projectRef }: { readonly projectRef: string }) {
  const open = useApiPanel()
  useEffect(() => closeApiPanel, [])
  if (open === null) return null
  return (
    <Suspense>
      <ApiPanel key={open} projectRef={projectRef} objectKey={open} />
    </Suspense>
  )
}
