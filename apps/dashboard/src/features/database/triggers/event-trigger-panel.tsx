import type { EventTrigger } from '@colonnade/pg-meta/event-triggers'
import { Button } from '@colonnade/ui'
import { ident, join, literal, sql, toText } from '@colonnade/sql'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { modeNames, modeWords } from './mode-words.ts'

export interface EventTriggerPanelProps {
  readonly item: EventTrigger
  readonly onClose: () => void
}

const eventWords: Readonly<Record<EventTrigger['event'], string>> = {
  ddl_command_start: 'before a command changes the structure of the database',
  ddl_command_end: 'after a command has changed the structure of the database',
  sql_drop: 'after objects are dropped, before the command ends',
  table_rewrite: 'before a table is written anew',
  login: 'when somebody signs in to the database',
}

/** A trigger of the whole database: on commands, not on rows. */
export function EventTriggerPanel({ item, onClose }: EventTriggerPanelProps) {
  const text = definitionOf(item)
  return (
    <SidePanel
      title={item.name}
      description={`Event trigger: ${eventWords[item.event]}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4 p-4">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm [&_dd]:wrap-anywhere [&_dt]:text-xs [&_dt]:text-faint">
          <div>
            <dt>Calls</dt>
            <dd className="font-mono text-xs">
              {item.function_schema}.{item.function_name}
            </dd>
          </div>
          <div>
            <dt>Commands</dt>
            <dd>{item.tags === null ? 'all' : item.tags.join(', ')}</dd>
          </div>
          <div>
            <dt>Owner</dt>
            <dd>{item.owner}</dd>
          </div>
          <div>
            <dt>Mode</dt>
            <dd>{modeNames[item.enabled_mode]}</dd>
          </div>
        </dl>
        <p className="text-soft">
          {modeWords[item.enabled_mode]} Those of one event fire in the order of their names. Postgres lets only superusers make and change event
          triggers, which this project’s role is not.
        </p>
        {item.comment !== null && <p className="wrap-anywhere text-soft">{item.comment}</p>}
        <DefinitionSql sql={text} />
      </div>
    </SidePanel>
  )
}

/** The statement that makes it. */
function definitionOf({ name, event, tags, function_schema: schema, function_name: called }: EventTrigger): string {
  const filter = tags === null ? sql`` : sql`\n  when tag in (${join(tags.map((tag) => literal(tag)))})`
  return toText(sql`create event trigger ${ident(name)} on ${ident(event)}${filter}\n  execute function ${ident(schema, called)}();`)
}
