import { Button, IconButton, Kbd, Menu, MenuItem } from '@colonnade/ui'
import { ChevronDown, Play } from 'lucide-react'
import type { Ref } from 'react'
import { runText } from './messages.ts'

/** The part of the query that runs: the selection or else all of it, the statement at the cursor, or all of it. */
export type RunKind = 'selection' | 'statement' | 'all'

export interface RunButtonProps {
  readonly isSelection: boolean
  readonly isChecking: boolean
  readonly isRunning: boolean
  readonly isEmpty: boolean
  readonly modifier: string
  readonly onRun: (kind: RunKind) => void
  readonly ref?: Ref<HTMLButtonElement>
}

/** Runs the selection, or everything; the arrow beside it offers the rest. */
export function RunButton({ isSelection, isChecking, isRunning, isEmpty, modifier, onRun, ref }: RunButtonProps) {
  return (
    <span className="inline-flex">
      <Button
        ref={ref}
        variant="primary"
        size="sm"
        className="rounded-r-none"
        disabled={isEmpty}
        isPending={isChecking || isRunning}
        onClick={() => onRun('selection')}
      >
        {!isChecking && !isRunning && <Play aria-hidden />}
        {isSelection ? runText.runSelection : runText.run}
        <span aria-hidden className="text-2xs @max-lg:hidden">
          {modifier}↵
        </span>
      </Button>
      <Menu
        className="min-w-60"
        trigger={
          <IconButton
            label={runText.more}
            hasTooltip={false}
            disabled={isEmpty}
            className="w-6 rounded-l-none border-l border-transparent border-l-surface/40 bg-accent-solid text-on-accent enabled:hover:bg-accent-solid-hover enabled:hover:text-on-accent aria-expanded:bg-accent-solid-hover aria-expanded:text-on-accent"
          >
            <ChevronDown aria-hidden />
          </IconButton>
        }
      >
        {isSelection && (
          <MenuItem disabled={isRunning} onSelect={() => onRun('selection')} hint={<Keys names={[modifier, '↵']} />}>
            {runText.runSelection}
          </MenuItem>
        )}
        <MenuItem disabled={isRunning} onSelect={() => onRun('statement')} hint={<Keys names={['⇧', modifier, '↵']} />}>
          {runText.runStatement}
        </MenuItem>
        <MenuItem disabled={isRunning} onSelect={() => onRun('all')} {...(!isSelection && { hint: <Keys names={[modifier, '↵']} /> })}>
          {runText.runAll}
        </MenuItem>
      </Menu>
    </span>
  )
}

function Keys({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="flex gap-0.5">
      {names.map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
    </span>
  )
}
