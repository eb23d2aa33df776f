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

export type FunctionAct = 'edit' | 'duplicate' | 'run'

export interface FunctionPanelProps {
  readonly projectRef: string
  readonly item: FunctionSummary
  readonly mayWrite: boolean
  readonly onAct: (act: FunctionAct) => void
  readonly onClose: () => void
}

/** Bodies of functions are not looked into. */
export const unknownToPostgres = 'Nothing that Postgres knows of depends on it'

type Part = 'definition' | 'details' | 'dependents'

/** A function or procedure: what makes it, what is said of it, and what depends on it. */
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
            ({item.argument_types}){item.return_type !== '' && ` returns ${item.return_type}`}
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
                Duplicate
              </Button>
              <Button onClick={() => onAct('edit')}>
                <Pencil aria-hidden className="max-sm:hidden" />
                Edit
              </Button>
            </>
          )}
          {!isForTriggers(item.return_type) && item.type === 'function' && <ApiButton projectRef={projectRef} objectKey={`function-${item.id}`} />}
          {!isForTriggers(item.return_type) && (
            <Button variant="primary" onClick={() => onAct('run')}>
              <Play aria-hidden />
              Run
            </Button>
          )}
        </>
      }
    >
      <Tabs<Part>
        label={`Parts of ${item.name}`}
        value={part}
        onValueChange={setPart}
        panelClassName="flex flex-col gap-4 p-4"
        tabs={[
          {
            value: 'definition',
            label: 'Definition',
            content: (
              <Loaded query={functionQuery(projectRef, item.id)} label="the function">
                {(row) => <DefinitionSql sql={row.complete_statement} />}
              </Loaded>
            ),
          },
          {
            value: 'details',
            label: 'Details',
            content: (
              <Loaded query={functionQuery(projectRef, item.id)} label="the function">
                {(row) => <Details row={row} item={item} />}
              </Loaded>
            ),
          },
          {
            value: 'dependents',
            label: 'Dependents',
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
              This deletes the {noun}{' '}
              <span className="font-mono text-xs wrap-anywhere">
                {item.name}({item.identity_argument_types})
              </span>{' '}
              for good. Programs and bodies of functions that call it are not known to Postgres: they fail when they do.
            </>
          }
          drop={(options) => dropByName({ kind: 'routine', ...identifierOf(item) }, options)}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(`${item.name} deleted`)
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
      <Fact term="Schema">{row.schema}</Fact>
      <Fact term="Owner">{row.owner}</Fact>
      <Fact term="Language">{row.language}</Fact>
      <Fact term="Security">{row.security_definer ? <Badge tone="warning">definer</Badge> : 'invoker'}</Fact>
      {isFunction && (
        <>
          <Fact term="Behaviour">{row.behavior.toLowerCase()}</Fact>
          <Fact term="Of nulls">{row.strict ? 'null, without a call' : 'called'}</Fact>
          <Fact term="Parallel">{row.parallel.toLowerCase()}</Fact>
          <Fact term="Leakproof">{row.leakproof ? 'yes' : 'no'}</Fact>
          <Fact term="Cost">{row.cost}</Fact>
          {row.is_set_returning_function && <Fact term="Rows expected">{row.rows}</Fact>}
        </>
      )}
      {item.extension !== null && <Fact term="Part of the extension">{item.extension}</Fact>}
      {isForTriggers(row.return_type) && <Fact term="Called by">{row.return_type === 'trigger' ? 'triggers' : 'event triggers'} only</Fact>}
      {settings.length > 0 && (
        <div className="col-span-full">
          <dt>Settings while it runs</dt>
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
