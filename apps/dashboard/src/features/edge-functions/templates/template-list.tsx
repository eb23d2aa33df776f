import { useState } from 'react'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { newText, pageText } from '../messages.ts'
import { type FunctionTemplate, functionTemplates } from './templates.ts'

/** Lists templates. Each starts a new function, or shows its code to members who can't create one. */
export function TemplateList({ onUse }: { readonly onUse: ((template: string) => void) | null }) {
  const [shown, setShown] = useState<FunctionTemplate>()
  return (
    <section aria-labelledby="function-templates" className="flex flex-col gap-2">
      <h2 id="function-templates" className="text-sm font-medium">
        {pageText.templates}
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {functionTemplates.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              className="flex h-full w-full flex-col rounded-lg border bg-surface px-4 py-3 text-left hover:border-strong hover:bg-hover"
              onClick={() => (onUse === null ? setShown(template) : onUse(template.id))}
            >
              <span className="font-medium">{template.name}</span>
              <span className="text-soft">{template.description}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <SidePanel title={shown.name} description={shown.description} size="wide" onClose={() => setShown(undefined)}>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">
            <CodePanel label={newText.codeOf(shown.name)} language="typescript" value={shown.source} rows={20} />
          </div>
        </SidePanel>
      )}
    </section>
  )
}
