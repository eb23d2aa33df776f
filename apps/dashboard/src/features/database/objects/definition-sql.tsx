import { Button, CodeBlock } from '@colonnade/ui'
import { SquareTerminal } from 'lucide-react'
import { openEditorPanel } from '../../../scope/editor-panel/editor-panel.ts'

export interface DefinitionSqlProps {
  /** What makes the object. */
  readonly sql: string
  readonly className?: string
}

/** An object as SQL, to read, to copy and to go on from in the editor panel. */
export function DefinitionSql({ sql, className = '' }: DefinitionSqlProps) {
  return (
    <>
      <CodeBlock code={sql} label="SQL" isWrapped className={className} />
      <Button size="sm" className="self-start" onClick={() => openEditorPanel({ text: sql })}>
        <SquareTerminal aria-hidden />
        Open in the editor panel
      </Button>
    </>
  )
}
