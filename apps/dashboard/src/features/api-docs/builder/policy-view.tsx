import type { AppliedPolicy, ExplainedRelation, Explanation } from '@colonnade/rest-query'
import { Badge } from '@colonnade/ui'
import { noPolicyText, noRelationsText, rlsInactiveText, rlsOffText, viewText } from '../messages.ts'
import { policyText } from './messages.ts'

/** Shows the row-level security of the relations that a request uses. */
export function PolicyView({ explanation: { relations, role } }: { readonly explanation: Explanation }) {
  if (relations.length === 0) return <p className="text-soft">{noRelationsText}</p>
  return (
    <ul aria-label={policyText.label} className="divide-y rounded-lg border">
      {relations.map((relation) => (
        <li key={`${relation.schema}.${relation.name}`} className="flex min-w-0 flex-col gap-2 px-3 py-2.5">
          <div className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 font-mono text-xs font-medium wrap-anywhere">
              {relation.schema}.{relation.name}
            </span>
            {relation.commands.map((command) => (
              <Badge key={command}>{command}</Badge>
            ))}
          </div>
          <Judgement relation={relation} role={role} />
        </li>
      ))}
    </ul>
  )
}

function Judgement({ relation, role }: { readonly relation: ExplainedRelation; readonly role: string }) {
  const { is_view: isView, is_invoker: isInvoker, is_rls_enabled: isEnabled, is_rls_active: isActive, policies, owner } = relation
  if (isView) return <p className="text-xs text-soft">{viewText(isInvoker, owner, role)}</p>
  if (!isEnabled) return <p className="text-xs text-warning">{rlsOffText}</p>
  if (!isActive) return <p className="text-xs text-warning">{rlsInactiveText(role)}</p>
  if (policies.length === 0) return <p className="text-xs text-soft">{noPolicyText(role)}</p>
  return (
    <ul aria-label={policyText.policies(relation.name)} className="flex flex-col gap-2">
      {policies.map((policy) => (
        <Policy key={policy.name} policy={policy} />
      ))}
    </ul>
  )
}

function Policy({ policy: { name, command, is_permissive: isPermissive, roles, using, check } }: { readonly policy: AppliedPolicy }) {
  return (
    <li className="flex min-w-0 flex-col gap-1 border-l-2 border-strong pl-2.5 text-xs">
      <span className="wrap-anywhere">
        {name} <span className="text-faint">{policyText.scope(isPermissive, command, roles)}</span>
      </span>
      {using !== null && <code className="font-mono wrap-anywhere">using {using}</code>}
      {check !== null && <code className="font-mono wrap-anywhere">with check {check}</code>}
    </li>
  )
}
