import { cn } from '@colonnade/ui'
import { lazy, Suspense } from 'react'
import { loaded } from '../late/loaded.ts'
import type { CodeEditorProps } from './code-editor.tsx'

const LateEditor = lazy(loaded(() => import('./code-editor.tsx'), 'CodeEditor'))

export type CodePanelProps = CodeEditorProps

/** Code that can be read or edited, with line numbers and colors: function bodies, SQL, TypeScript, JSON. */
export function CodePanel(props: CodePanelProps) {
  const { value, rows = 10, hasLineNumbers = true, isWrapped = false, isInvalid = false } = props
  return (
    <div
      className={cn(
        'min-w-0 overflow-hidden rounded-md border border-strong bg-field focus-within:border-accent focus-within:outline-1 focus-within:outline-accent',
        isInvalid && 'border-danger focus-within:outline-danger',
      )}
    >
      <Suspense
        fallback={
          <pre
            aria-busy
            // panels that begin in this field wait for it
            data-field-coming={props.onChange !== undefined || undefined}
            className={cn(
              'max-h-[60dvh] overflow-hidden py-2 pr-3 font-mono text-[0.8125rem] leading-5',
              hasLineNumbers ? 'pl-12' : 'pl-2',
              isWrapped && 'wrap-anywhere whitespace-pre-wrap',
            )}
            style={{ minHeight: `${rows * 1.25 + 1}rem` }}
          >
            {value}
          </pre>
        }
      >
        <LateEditor {...props} />
      </Suspense>
    </div>
  )
}
