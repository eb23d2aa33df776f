import { CodeXml } from 'lucide-react'
import { EmptyState } from '@colonnade/ui'
import { pageText } from '../messages.ts'
import { TemplateList } from '../templates/template-list.tsx'
import { CliPanel } from './cli-panel.tsx'

export interface FirstFunctionProps {
  readonly projectRef: string
  /** Begins a function with a template. */
  readonly onUse: ((template: string) => void) | null
}

/** A project without functions: what they are, and the ways to a first one. */
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
