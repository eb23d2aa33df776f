import { CopyButton, Tabs } from '@colonnade/ui'
import { useState } from 'react'
import type { CodeFile } from '../guide.ts'
import { CodeText } from '../../../lib/code-text/code-text.tsx'

/** Whole files, one of them in sight. */
export function CodeFiles({ files }: { readonly files: readonly CodeFile[] }) {
  const [chosen, setChosen] = useState('')
  const shown = files.find(({ name }) => name === chosen) ?? files[0]
  if (!shown) return null
  return (
    <div className="overflow-hidden rounded-md border bg-sunken">
      <Tabs
        label="Files"
        value={shown.name}
        onValueChange={setChosen}
        className="pt-0.5"
        tabs={files.map(({ name, language, text }) => ({
          value: name,
          label: name.slice(name.lastIndexOf('/') + 1),
          content: (
            <>
              <div className="flex items-center justify-between gap-2 pt-1 pr-1 pl-3">
                <span className="truncate font-mono text-2xs text-faint" title={name}>
                  {name.includes('/') && name}
                </span>
                <CopyButton text={text} label={`Copy ${name}`} variant="ghost" />
              </div>
              <CodeText text={text} language={language} label={name} isWrapped={language === 'env' || name.endsWith('.json')} className="max-h-96" />
            </>
          ),
        }))}
      />
    </div>
  )
}
