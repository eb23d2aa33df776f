import type { QueryReply } from '@colonnade/contracts'
import { Badge } from '@colonnade/ui'
import { Check } from 'lucide-react'
import { groupCommands, rowsText } from '../wording.ts'

/** What the statements did, and what Postgres said meanwhile. */
export function Messages({ reply }: { readonly reply: QueryReply }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Messages"
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3"
    >
      {reply.notices.length > 0 && (
        <ul aria-label="Notices" className="flex flex-col gap-1.5">
          {reply.notices.map(({ severity, message, detail, hint, sqlstate }, index) => (
            <li key={index} className="flex items-baseline gap-2">
              <Badge tone={severity === 'WARNING' ? 'warning' : 'neutral'}>{severity}</Badge>
              <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">
                {message}
                {detail !== null && <span className="block text-soft">{detail}</span>}
                {hint !== null && <span className="block text-soft">Hint: {hint}</span>}
              </span>
              {sqlstate !== '00000' && <span className="font-mono text-2xs text-faint">{sqlstate}</span>}
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Statements" className="flex flex-col gap-1 text-soft">
        {groupCommands(reply.results).map(({ command, times, rows }, index) => (
          <li key={index} className="flex items-center gap-2">
            <Check aria-hidden className="size-3.5 shrink-0 text-accent" />
            <span className="font-mono text-xs text-fg">{command}</span>
            {times > 1 && <span className="text-xs text-faint">× {times}</span>}
            {rows !== null && <span className="text-xs">{rowsText(rows)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
