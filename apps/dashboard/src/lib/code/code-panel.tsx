import { cn } from '@colonnade/ui'
import { lazy, Suspense } from 'react'
import { loaded } from '../late/loaded.ts'
import type { CodeEditorProps } from './code-editor.tsx'

const LateEditor = lazy(loaded(() => import('./code-editor.tsx'), 'CodeEditor'))

export type CodePanelProps = CodeEditorProps

/** Code that can be read or edited, with line numbers and colors: function bodies, SQL, TypeScript, JSON. */
export function CodePanel(props: CodePanelProps) {
  const { value, rows = 10, isInvalid = false } = props
  return (
    <div
      className={cn(
        'min-w-0 overflow-hidden rounded-md border border-strong bg-field focus-within:border-accent focus-within:outline-1 focus-within:outline-accent',
        isInvalid && 'border-danger focus-within:outline-danger',
      )}
    >
      <Suspense
        fallback={
          <pre aria-busy className="overflow-hidden py-2 pl-12 font-mono text-[0.8125rem] leading-5" style={{ minHeight: `${rows * 1.25 + 1}rem` }}>
            {value}
          </pre>
        }
      >
        <LateEditor {...props} />
      </Suspense>
    </div>
  )
}
