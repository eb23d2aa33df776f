import { useState } from 'react'
import { codeText } from '../messages.ts'
import { CodeFrame } from './code-frame.tsx'
import type { FunctionSource } from './source.ts'

const none = new Map<string, never>()

/** Shows code read-only. */
export function CodeReader({ source, version }: { readonly source: FunctionSource; readonly version: number }) {
  const [openPath, setOpenPath] = useState(source.entrypoint)
  return (
    <CodeFrame
      source={source}
      openPath={openPath}
      onOpen={setOpenPath}
      changes={none}
      problems={[]}
      goTo={null}
      actions={null}
      bar={<span className="ml-auto text-xs text-faint">{codeText.upToDate(version)}</span>}
    >
      <p className="border-t px-3 py-2 text-xs text-faint">{codeText.readOnly}</p>
    </CodeFrame>
  )
}
