import type { CustomDomain } from '@colonnade/contracts/connections/custom-domains'
import { CopyButton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { supavisorQuery } from '../../scope/database-source/supavisor-query.ts'
import { commandsOf } from './domain-words.ts'
import { connectPartText } from './messages.ts'

const modes = ['Sessions', 'Transactions'] as const

/** How clients connect by the domain. */
export function ConnectPart({ projectRef, domain: { name, certificate } }: { readonly projectRef: string; readonly domain: CustomDomain }) {
  const { data: ways } = useQuery(supavisorQuery(projectRef))
  const portOf = (mode: 'session' | 'transaction') => ways?.find(({ pool_mode }) => pool_mode === mode)?.db_port
  const [session, transaction] = [portOf('session'), portOf('transaction')]
  if (session === undefined || transaction === undefined) return null
  const commands = commandsOf(name, { session, transaction }, certificate?.source === 'UPLOADED')
  return (
    <section aria-label={connectPartText.connect} className="flex flex-col gap-2">
      <h3 className="font-medium">{connectPartText.connect}</h3>
      {commands.map((command, index) => (
        <div key={command} className="flex items-center gap-2 rounded-md border bg-surface py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{command}</code>
          <CopyButton text={command} label={connectPartText.copyCommand(modes[index]!.toLowerCase())} isIconOnly />
        </div>
      ))}
      <p className="text-xs text-faint">{connectPartText.sessionModeFirstThen(projectRef)}</p>
    </section>
  )
}
