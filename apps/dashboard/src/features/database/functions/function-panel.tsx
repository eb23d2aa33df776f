import { dropByName } from '@colonnade/pg-meta/drops'
import type { FunctionSummary } from '@colonnade/pg-meta/function-summaries'
import { isForTriggers } from '@colonnade/pg-meta/function-call'
import { Badge, Button, Tabs, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { ApiButton } from '../../../scope/api-panel/api-button.tsx'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { DeleteButton } from '../../../lib/object-page/delete-button.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { GonePanel } from '../../../lib/object-page/gone-panel.tsx'
import { identifierOf } from './function-draft.ts'
import { functionQuery, type FunctionDefinition } from './function-queries.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { Dependents } from '../objects/dependents.tsx'
import { functionPanelText } from './messages.ts'

export type FunctionAct = 'edit' | 'duplicate' | 'run'

export interface FunctionPanelProps {
  readonly projectRef: string
  readonly item: FunctionSummary
  readonly mayWrite: boolean
  readonly onAct: (act: FunctionAct) => void
  readonly onClose: () => void
}

/** Postgres doesn't look into function bodies. */
export const unknownToPostgres = functionPanelText.noDependents

type Part = 'definition' | 'details' | 'dependents'

/** Shows the definition, details and dependents of a function or procedure. */
export function FunctionPanel({ projectRef, item, mayWrite, onAct, onClose }: FunctionPanelProps) {
  const client = useQueryClient()
  const [part, setPart] = useState<Part>('definition')
  const [isDropping, setIsDropping] = useState(false)
  const isGone = useQuery(functionQuery(projectRef, item.id)).data === null
  if (isGone) return <GonePanel onClose={onClose} />
  const noun = item.type
  return (
    <SidePanel
      title={item.name}
      description={
        <>
          <span className="font-mono text-xs wrap-anywhere">
            ({item.argument_types}){item.return_type !== '' && functionPanelText.returns(item.return_type)}
          </span>
          {item.comment !== null && <span className="block wrap-anywhere">{item.comment}</span>}
        </>
      }
      size="wide"
      onClose={onClose}
      footer={
        <>
          {mayWrite && (
            <>
              <DeleteButton noun={noun} onClick={() => setIsDropping(true)} />
              <Button onClick={() => onAct('duplicate')}>
                <Copy aria-hidden className="max-sm:hidden" />
                {functionPanelText.duplicate}
              </Button>
              <Button onClick={() => onAct('edit')}>
                <Pencil aria-hidden className="max-sm:hidden" />
                {functionPanelText.edit}
              </Button>
            </>
          )}
          {!isForTriggers(item.return_type) && item.type === 'function' && <ApiButton projectRef={projectRef} objectKey={`function-${item.id}`} />}
          {!isForTriggers(item.return_type) && (
            <Button variant="primary" onClick={() => onAct('run')}>
              <Play aria-hidden />
              {functionPanelText.run}
            </Button>
          )}
        </>
      }
    >
      <Tabs<Part>
        label={functionPanelText.parts(item.name)}
        value={part}
        onValueChange={setPart}
        panelClassName="flex flex-col gap-4 p-4"
        tabs={[
          {
            value: 'definition',
            label: functionPanelText.definition,
            content: (
              <Loaded query={functionQuery(projectRef, item.id)} label={functionPanelText.loading}>
                {(row) => <DefinitionSql sql={row.complete_statement} />}
              </Loaded>
            ),
          },
          {
            value: 'details',
            label: functionPanelText.details,
            content: (
              <Loaded query={functionQuery(projectRef, item.id)} label={functionPanelText.loading}>
                {(row) => <Details row={row} item={item} />}
              </Loaded>
            ),
          },
          {
            value: 'dependents',
            label: functionPanelText.dependents,
            content: <Dependents projectRef={projectRef} target={{ catalog: 'pg_proc', id: item.id }} none={unknownToPostgres} />,
          },
        ]}
      />
      {isDropping && (
        <DropDialog
          projectRef={projectRef}
          target={{ catalog: 'pg_proc', id: item.id }}
          noun={noun}
          name={item.name}
          description={
            <>
              {functionPanelText.deleteText(noun)}
              <span className="font-mono text-xs wrap-anywhere">
                {item.name}({item.identity_argument_types})
              </span>
              {functionPanelText.deleteCallers}
            </>
          }
          drop={(options) => dropByName({ kind: 'routine', ...identifierOf(item) }, options)}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(functionPanelText.deleted(item.name))
            void refreshProjectData(client, projectRef)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

function Details({ row, item }: { readonly row: FunctionDefinition; readonly item: FunctionSummary }) {
  const settings = Object.entries(row.config_params ?? {})
  const isFunction = row.type === 'function'
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3 [&_dt]:text-xs [&_dt]:text-faint">
      <Fact term={functionPanelText.schema}>{row.schema}</Fact>
      <Fact term={functionPanelText.owner}>{row.owner}</Fact>
      <Fact term={functionPanelText.language}>{row.language}</Fact>
      <Fact term={functionPanelText.security}>
        {row.security_definer ? <Badge tone="warning">{functionPanelText.definer}</Badge> : functionPanelText.invoker}
      </Fact>
      {isFunction && (
        <>
          <Fact term={functionPanelText.behavior}>{row.behavior.toLowerCase()}</Fact>
          <Fact term={functionPanelText.nullArguments}>{row.strict ? functionPanelText.returnsNull : functionPanelText.runsAnyway}</Fact>
          <Fact term={functionPanelText.parallel}>{row.parallel.toLowerCase()}</Fact>
          <Fact term={functionPanelText.leakproof}>{row.leakproof ? functionPanelText.yes : functionPanelText.no}</Fact>
          <Fact term={functionPanelText.cost}>{row.cost}</Fact>
          {row.is_set_returning_function && <Fact term={functionPanelText.estimatedRows}>{row.rows}</Fact>}
        </>
      )}
      {item.extension !== null && <Fact term={functionPanelText.extension}>{item.extension}</Fact>}
      {isForTriggers(row.return_type) && (
        <Fact term={functionPanelText.calledBy}>
          {row.return_type === 'trigger' ? functionPanelText.byTriggers : functionPanelText.byEventTriggers}
        </Fact>
      )}
      {settings.length > 0 && (
        <div className="col-span-full">
          <dt>{functionPanelText.settings}</dt>
          {settings.map(([name, value]) => (
            <dd key={name} className="font-mono text-xs wrap-anywhere">
              {name} = {value}
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}
