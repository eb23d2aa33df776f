import { dropByName } from '@colonnade/pg-meta/drops'
import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { Button, CodeBlock, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Pencil } from 'lucide-react'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { paths } from '../../../paths.ts'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { DeleteButton } from '../../../lib/object-page/delete-button.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { GonePanel } from '../../../lib/object-page/gone-panel.tsx'
import { FiringPicture } from './firing-picture.tsx'
import { modeNames, modeWords, momentText } from './mode-words.ts'
import { triggerQuery, type TriggerDefinition } from './trigger-queries.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { triggerPanelText } from './messages.ts'

export type TriggerAct = 'edit' | 'duplicate'

export interface TriggerPanelProps {
  readonly projectRef: string
  readonly item: TriggerSummary
  /** All triggers of the table, this one included. */
  readonly siblings: readonly TriggerSummary[]
  readonly mayWrite: boolean
  readonly onAct: (act: TriggerAct) => void
  readonly onClose: () => void
}

/** Shows when a trigger fires, what it calls, and its definition. */
export function TriggerPanel({ projectRef, item, siblings, mayWrite, onAct, onClose }: TriggerPanelProps) {
  const client = useQueryClient()
  const [isDropping, setIsDropping] = useState(false)
  const isGone = useQuery(triggerQuery(projectRef, item.id)).data === null
  if (isGone) return <GonePanel onClose={onClose} />
  const { schema, table, name } = item
  return (
    <SidePanel
      title={name}
      description={
        <>
          {triggerPanelText.on}
          <span className="font-mono text-xs wrap-anywhere">{table}</span>
          {triggerPanelText.moment(momentText(item))}
        </>
      }
      size="wide"
      onClose={onClose}
      footer={
        mayWrite && (
          <>
            <DeleteButton noun={triggerPanelText.noun} onClick={() => setIsDropping(true)} />
            <Button onClick={() => onAct('duplicate')}>
              <Copy aria-hidden className="max-sm:hidden" />
              {triggerPanelText.duplicate}
            </Button>
            <Button variant="primary" onClick={() => onAct('edit')}>
              <Pencil aria-hidden className="max-sm:hidden" />
              {triggerPanelText.edit}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {item.enabled_mode !== 'ORIGIN' && (
          <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
            {triggerPanelText.mode(modeNames[item.enabled_mode], modeWords[item.enabled_mode])}
          </p>
        )}
        <FiringPicture item={item} siblings={siblings} />
        <Loaded query={triggerQuery(projectRef, item.id)} label={triggerPanelText.loading}>
          {(row) => <Details projectRef={projectRef} item={item} row={row} />}
        </Loaded>
      </div>
      {isDropping && (
        <DropDialog
          projectRef={projectRef}
          target={{ catalog: 'pg_trigger', id: item.id }}
          noun={triggerPanelText.noun}
          name={name}
          description={
            <>
              {triggerPanelText.deleteText}
              <span className="font-mono text-xs wrap-anywhere">{table}</span>
              {triggerPanelText.deleteCosts}
            </>
          }
          drop={(options) => dropByName({ kind: 'trigger', schema, table, name }, options)}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(triggerPanelText.deleted(name))
            void refreshProjectData(client, projectRef)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

function Details({ projectRef, item, row }: { readonly projectRef: string; readonly item: TriggerSummary; readonly row: TriggerDefinition }) {
  const { function_schema: schema } = item
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3 [&_dt]:text-xs [&_dt]:text-faint">
        <Fact term={triggerPanelText.calls}>
          <Link
            to={paths.project.databaseFunction(projectRef, { schema, id: item.function_id })}
            className="font-mono text-xs text-accent hover:underline"
          >
            {schema}.{item.function_name}
          </Link>
        </Fact>
        <Fact term={triggerPanelText.modeTerm}>{modeNames[row.enabled_mode]}</Fact>
        {row.columns.length > 0 && <Fact term={triggerPanelText.columns}>{row.columns.join(', ')}</Fact>}
        {row.function_args.length > 0 && <Fact term={triggerPanelText.arguments}>{row.function_args.join(', ')}</Fact>}
        {row.old_table !== null && <Fact term={triggerPanelText.oldTable}>{row.old_table}</Fact>}
        {row.new_table !== null && <Fact term={triggerPanelText.newTable}>{row.new_table}</Fact>}
        {row.is_constraint && (
          <Fact term={triggerPanelText.constraint}>
            {row.is_initially_deferred ? triggerPanelText.deferred : row.is_deferrable ? triggerPanelText.deferrable : triggerPanelText.immediate}
          </Fact>
        )}
        {item.extension !== null && <Fact term={triggerPanelText.extension}>{item.extension}</Fact>}
      </dl>
      <p className="text-xs text-soft">{modeWords[row.enabled_mode]}</p>
      {row.condition !== null && <CodeBlock code={row.condition} label={triggerPanelText.condition} isWrapped />}
      {row.comment !== null && <p className="wrap-anywhere text-soft">{row.comment}</p>}
      <DefinitionSql sql={`${row.complete_statement};`} />
    </>
  )
}
