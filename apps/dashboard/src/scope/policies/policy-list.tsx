import { policies } from '@colonnade/pg-meta'
import { Badge, EmptyState, IconButton } from '@colonnade/ui'
import { Copy, Pencil, ShieldCheck, SquareTerminal, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { openEditorPanel } from '../editor-panel/editor-panel.ts'
import { policyListText } from './messages.ts'

type Policy = policies.Policy

export interface PolicyListProps {
  readonly policies: readonly Policy[]
  /** Whether row-level security is on; policies have no effect otherwise. */
  readonly isOn: boolean
  readonly mayWrite: boolean
  readonly onEdit: (policy: Policy) => void
  readonly onDuplicate: (policy: Policy) => void
  readonly onDrop: (policy: Policy) => void
}

const headings = {
  ALL: policyListText.all,
  SELECT: policyListText.select,
  INSERT: policyListText.insert,
  UPDATE: policyListText.update,
  DELETE: policyListText.deletes,
} as const satisfies Record<Policy['command'], string>

const commands = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const

/** Lists the policies of a table, by command and role. */
export function PolicyList(props: PolicyListProps) {
  const { policies: found, isOn } = props
  if (found.length === 0) {
    return (
      <div className="p-4">
        <EmptyState icon={<ShieldCheck aria-hidden />} title={policyListText.empty}>
          {isOn ? policyListText.emptyOn : policyListText.emptyOff}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      {commands.map((command) => {
        const ofCommand = found.filter((policy) => policy.command === command).sort(byRoles)
        return (
          ofCommand.length > 0 && (
            <section key={command} className="flex flex-col gap-2">
              <h3 className="text-xs text-faint">{headings[command]}</h3>
              <ul aria-label={policyListText.list(headings[command])} className="flex flex-col ruled rounded-md border">
                {ofCommand.map((policy) => (
                  <PolicyEntry key={policy.id} {...props} policy={policy} />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </div>
  )
}

function byRoles(one: Policy, other: Policy): number {
  return one.roles.join().localeCompare(other.roles.join()) || one.name.localeCompare(other.name)
}

export interface PolicyEntryProps extends Pick<PolicyListProps, 'mayWrite' | 'onEdit' | 'onDuplicate' | 'onDrop'> {
  readonly policy: Policy
  /** Shown before the roles, such as the command. */
  readonly tags?: ReactNode
  /** What the policy allows, in words. */
  readonly meaning?: string
}

/** Shows a policy with its expressions and actions. */
export function PolicyEntry({ policy, tags, meaning, mayWrite, onEdit, onDuplicate, onDrop }: PolicyEntryProps) {
  const { name, action, roles, definition, check } = policy
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="font-medium wrap-anywhere">{name}</span>
          {tags}
          {action === 'RESTRICTIVE' && <Badge tone="warning">{policyListText.restrictive}</Badge>}
          <span className="text-xs text-soft">{policyListText.roles(roles)}</span>
        </span>
        {meaning !== undefined && <span className="text-xs wrap-anywhere text-soft">{meaning}</span>}
        {definition !== null && <Expression label={check === definition ? policyListText.usingCheck : policyListText.using} text={definition} />}
        {check !== null && check !== definition && <Expression label={policyListText.check} text={check} />}
      </div>
      <span className="flex shrink-0 flex-wrap justify-end">
        <IconButton label={policyListText.openSql(name)} onClick={() => openEditorPanel({ text: policies.create(policy).sql })}>
          <SquareTerminal aria-hidden />
        </IconButton>
        {mayWrite && (
          <>
            <IconButton label={policyListText.edit(name)} onClick={() => onEdit(policy)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={policyListText.duplicate(name)} onClick={() => onDuplicate(policy)}>
              <Copy aria-hidden />
            </IconButton>
            <IconButton label={policyListText.remove(name)} onClick={() => onDrop(policy)}>
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
      </span>
    </li>
  )
}

function Expression({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <code className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
      <span className="text-soft">{label} </span>
      {text}
    </code>
  )
}
