import { CodeXml } from 'lucide-react'
import { EmptyState } from '@colonnade/ui'
import { pageText } from '../messages.ts'
import { TemplateList } from '../templates/template-list.tsx'
import { CliPanel } from './cli-panel.tsx'

export interface FirstFunctionProps {
  readonly projectRef: string
  /** Starts a function from a template. */
  readonly onUse: ((template: string) => void) | null
}

/** Explains functions to a project without any, with ways to create the first. */
export function FirstFunction({ projectRef, onUse }: FirstFunctionProps) {
  return (
    <div className="flex flex-col gap-6">
      <EmptyState icon={<CodeXml aria-hidden />} title={pageText.empty.title}>
        {pageText.empty.text}
      </EmptyState>
      <TemplateList onUse={onUse} />
      <CliPanel projectRef={projectRef} />
    </div>
  )
}
