import type { EventTrigger } from '@colonnade/pg-meta/event-triggers'
import { Button } from '@colonnade/ui'
import { ident, join, literal, sql, toText } from '@colonnade/sql'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { eventTriggerPanelText } from './messages.ts'
import { modeNames, modeWords } from './mode-words.ts'

export interface EventTriggerPanelProps {
  readonly item: EventTrigger
  readonly onClose: () => void
}

/** Shows an event trigger, which fires on commands, not on rows. */
export function EventTriggerPanel({ item, onClose }: EventTriggerPanelProps) {
  const text = definitionOf(item)
  return (
    <SidePanel
      title={item.name}
      description={eventTriggerPanelText.description(eventTriggerPanelText.events[item.event])}
      onClose={onClose}
      footer={<Button onClick={onClose}>{eventTriggerPanelText.close}</Button>}
    >
      <div className="flex flex-col gap-4 p-4">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm [&_dd]:wrap-anywhere [&_dt]:text-xs [&_dt]:text-faint">
          <div>
            <dt>{eventTriggerPanelText.calls}</dt>
            <dd className="font-mono text-xs">
              {item.function_schema}.{item.function_name}
            </dd>
          </div>
          <div>
            <dt>{eventTriggerPanelText.commands}</dt>
            <dd>{item.tags === null ? eventTriggerPanelText.allCommands : item.tags.join(', ')}</dd>
          </div>
          <div>
            <dt>{eventTriggerPanelText.owner}</dt>
            <dd>{item.owner}</dd>
          </div>
          <div>
            <dt>{eventTriggerPanelText.mode}</dt>
            <dd>{modeNames[item.enabled_mode]}</dd>
          </div>
        </dl>
        <p className="text-soft">{eventTriggerPanelText.modeHint(modeWords[item.enabled_mode])}</p>
        {item.comment !== null && <p className="wrap-anywhere text-soft">{item.comment}</p>}
        <DefinitionSql sql={text} />
      </div>
    </SidePanel>
  )
}

/** Returns the statement that creates an event trigger. */
function definitionOf({ name, event, tags, function_schema: schema, function_name: called }: EventTrigger): string {
  const filter = tags === null ? sql`` : sql`\n  when tag in (${join(tags.map((tag) => literal(tag)))})`
  return toText(sql`create event trigger ${ident(name)} on ${ident(event)}${filter}\n  execute function ${ident(schema, called)}();`)
}
