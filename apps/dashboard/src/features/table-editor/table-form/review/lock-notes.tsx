import { TriangleAlert } from 'lucide-react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { rowsText } from '../../../../lib/texts/rows-text.ts'
import type { LockWarning, TableSize } from '../model/locks.ts'
import { lockNotesText } from './messages.ts'

/** Shows how changes of a large table affect its users. */
export function LockNotes({ warnings, size }: { readonly warnings: readonly LockWarning[]; readonly size: TableSize }) {
  if (warnings.length === 0) return null
  return (
    <section aria-label={lockNotesText.title} className="border-t px-4 py-3">
      <div className="flex flex-col gap-2 rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
        <p className="flex items-center gap-2 font-medium">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
          <span>{lockNotesText.large(rowsText(size.rows, false), formatBytes(size.bytes))}</span>
        </p>
        <ul className="flex flex-col gap-2">
          {warnings.map((warning) => (
            <li key={`${warning.path} ${warning.work} ${warning.subject}`} className="text-xs">
              <p>
                <span className="font-medium">{warning.work}</span> · {warning.subject}. {warning.blocked}.
              </p>
              <p className="text-soft">
                {warning.gentler !== null && `${warning.gentler}. `}
                <a href={warning.source} target="_blank" rel="noreferrer" className="underline underline-offset-2">
                  {lockNotesText.postgresDocumentation}
                </a>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
