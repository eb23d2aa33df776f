import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface Tab<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly content: ReactNode
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
}

export function Tabs<Value extends string>({ label, value, onValueChange, tabs, className, panelClassName }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: Value) => onValueChange(next)} className={cn('flex min-w-0 flex-col', className)}>
      <BaseTabs.List aria-label={label} className="relative flex gap-4 overflow-x-auto border-b px-3">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px h-8 border-b-2 border-transparent text-sm whitespace-nowrap text-soft transition-colors select-none hover:text-fg data-active:border-accent data-active:text-fg"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className={cn('min-w-0 outline-none', panelClassName)}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
