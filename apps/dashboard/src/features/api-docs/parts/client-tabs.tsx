import { Tabs } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { useKeptChoice } from '../../../lib/tabs/use-kept-choice.ts'
import type { Client } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'
import { objectDocsText } from './messages.ts'

export interface ClientTabsProps {
  /** Tests if a client has a tab; all have one unless given. */
  readonly isShown?: (client: Client) => boolean
  readonly render: (client: Client) => ReactNode
}

/** A tab for each client. The browser remembers the chosen one. */
export function ClientTabs({ isShown = () => true, render }: ClientTabsProps) {
  const shown = clients.filter(isShown)
  const [id, choose] = useKeptChoice(
    'api-docs:client',
    shown.map((client) => client.id),
  )
  return (
    <Tabs
      label={objectDocsText.client}
      value={id}
      onValueChange={choose}
      panelClassName="pt-4"
      tabs={shown.map((client) => ({ value: client.id, label: client.label, content: render(client) }))}
    />
  )
}
