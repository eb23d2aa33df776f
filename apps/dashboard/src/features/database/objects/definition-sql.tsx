import { Button, CodeBlock } from '@colonnade/ui'
import { SquareTerminal } from 'lucide-react'
import { openEditorPanel } from '../../../scope/editor-panel/editor-panel.ts'
import { objectText } from './messages.ts'

export interface DefinitionSqlProps {
  /** The statements that create the object. */
  readonly sql: string
  readonly className?: string
}

/** Shows an object as SQL, which opens in the editor panel. */
export function DefinitionSql({ sql, className = '' }: DefinitionSqlProps) {
  return (
    <>
      <CodeBlock code={sql} label={objectText.sql} isWrapped className={className} />
      <Button size="sm" className="self-start" onClick={() => openEditorPanel({ text: sql })}>
        <SquareTerminal aria-hidden />
        {objectText.openEditor}
      </Button>
    </>
  )
}
