import { Button, CopyButton } from '@colonnade/ui'
import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import type { Finding } from '../model/findings.ts'
import { useWorkbenchActions } from '../workbench-actions.ts'
import { planFindingsText } from './messages.ts'

/** So many are read without being asked for. */
const shownFirst = 3

export interface PlanFindingsProps {
  readonly findings: readonly Finding[]
  readonly onChoose: (node: number) => void
}

/** What stands out, in sentences, with what to do about it. */
export function PlanFindings({ findings, onChoose }: PlanFindingsProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (findings.length === 0) return null
  const shown = isWhole ? findings : findings.slice(0, shownFirst)
  return (
    <section aria-label={planFindingsText.findings} className="border-b px-3 py-2">
      <ul className="flex flex-col gap-2">
        {shown.map((finding, index) => (
          <FindingLine key={index} finding={finding} onChoose={onChoose} />
        ))}
      </ul>
      {findings.length > shownFirst && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-1" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? planFindingsText.showFewer : planFindingsText.showMore(findings.length - shownFirst)}
        </Button>
      )}
    </section>
  )
}

function FindingLine({ finding, onChoose }: { readonly finding: Finding; readonly onChoose: (node: number) => void }) {
  const { title, advice, sql, node } = finding
  const workbench = useWorkbenchActions()
  return (
    <li className="flex gap-2 text-xs">
      <Lightbulb aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="wrap-anywhere">
          {node === null ? (
            <span className="font-medium text-fg">{title}.</span>
          ) : (
            <button
              type="button"
              className="text-left font-medium text-fg underline decoration-line underline-offset-2 hover:decoration-fg"
              onClick={() => onChoose(node)}
            >
              {title}.
            </button>
          )}{' '}
          <span className="text-soft">{advice}</span>
        </p>
        {sql !== null && (
          <div className="flex flex-wrap items-center gap-1.5">
            <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-2xs whitespace-pre-wrap wrap-anywhere">{sql}</code>
            <CopyButton isIconOnly label={planFindingsText.copySql} text={sql} />
            {workbench !== null && (
              <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={() => workbench.addText(sql)}>
                {planFindingsText.addToQuery}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
}
