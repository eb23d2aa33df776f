import { Button } from '@colonnade/ui'
import { FileCode } from 'lucide-react'
import { useProject } from '../use-project.ts'
import { type ApiObjectKey, openApiPanel } from './api-panel.ts'

export interface ApiButtonProps {
  readonly projectRef: string
  readonly objectKey: ApiObjectKey
  readonly variant?: 'ghost' | 'secondary'
  readonly size?: 'sm' | 'md'
}

/** Opens the API docs of a table or function; projects whose server isn't ours have no data API. */
export function ApiButton({ projectRef, objectKey, variant = 'secondary', size = 'md' }: ApiButtonProps) {
  const { capabilities } = useProject(projectRef)
  if (!capabilities.includes('machine')) return null
  return (
    <Button size={size} variant={variant} aria-haspopup="dialog" onClick={() => openApiPanel(objectKey)}>
      <FileCode aria-hidden className="max-sm:hidden" />
      API
    </Button>
  )
}
