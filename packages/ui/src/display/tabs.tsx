import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface Tab<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly content: ReactNode
  /** How many there are, behind the label. */
  readonly count?: number
  readonly isDisabled?: boolean
  /** Keeps the content while another tab is shown, such as a form with unsaved changes. */
  readonly isKept?: boolean
}

export interface TabsProps<Value extends string> {
  /** Of the panel that is shown. */
  readonly panelClassName?: string
  /** Names the list of tabs. */
  readonly label: string
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  readonly tabs: readonly Tab<Value>[]
  readonly className?: string
  /** Of the list of tabs, such as the inset of a page. */
  readonly listClassName?: string
  /** At the end of the list, beside the tabs. */
  readonly actions?: ReactNode
}

export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  className,
  listClassName,
  panelClassName,
  actions,
}: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: Value) => onValueChange(next)} className={cn('flex min-w-0 flex-col', className)}>
      <div className="flex">
        <BaseTabs.List aria-label={label} className={cn('relative flex min-w-0 flex-1 gap-4 overflow-x-auto border-b px-3', listClassName)}>
          {tabs.map((tab) => (
            <BaseTabs.Tab
              key={tab.value}
              value={tab.value}
              disabled={tab.isDisabled ?? false}
              className="-mx-1.5 -mb-px flex h-8 items-center gap-1.5 border-b-2 border-transparent text-sm whitespace-nowrap rounded-t-sm px-1.5 text-soft transition-colors select-none focus-visible:-outline-offset-2 not-data-disabled:hover:text-fg data-active:border-accent data-active:text-fg data-disabled:opacity-50"
            >
              {tab.label}
              {tab.count !== undefined && <span className="text-xs text-faint tabular-nums">{tab.count.toLocaleString('en')}</span>}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {actions && <div className="flex shrink-0 items-center gap-1 border-b px-1.5">{actions}</div>}
      </div>
      {tabs.map((tab) => (
        <BaseTabs.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={tab.isKept ?? false}
          className={cn('min-w-0 focus-visible:-outline-offset-2', panelClassName)}
        >
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
