import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface MenuProps {
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string
  readonly onOpenChange?: (isOpen: boolean) => void
  /** Opens on mount. */
  readonly isOpenAtFirst?: boolean
}

const itemClass =
  'flex min-h-7 items-center gap-2 rounded-sm px-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-selected data-highlighted:[&_.text-faint]:text-soft [&_svg]:size-3.5 [&_svg]:shrink-0'

/** A list of actions behind a button. */
export function Menu({ trigger, children, side = 'bottom', align = 'start', className, onOpenChange, isOpenAtFirst = false }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen={isOpenAtFirst} onOpenChange={(isOpen) => onOpenChange?.(isOpen)}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <BaseMenu.Popup className={cn('pop min-w-44 p-1 outline-none', className)}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

export interface MenuItemProps {
  readonly children: ReactNode
  readonly icon?: ReactNode
  readonly onSelect?: () => void
  readonly isDanger?: boolean
  readonly disabled?: boolean
  /** At the end of its line: a shortcut or a value. */
  readonly hint?: ReactNode
}

export function MenuItem({ children, icon, onSelect, isDanger = false, disabled = false, hint }: MenuItemProps) {
  return (
    <BaseMenu.Item disabled={disabled} onClick={() => onSelect?.()} className={cn(itemClass, isDanger && 'text-danger')}>
      {icon !== undefined && <span className={cn('flex', !isDanger && 'text-faint')}>{icon}</span>}
      <span className="flex-1">{children}</span>
      {hint !== undefined && <span className="text-xs text-faint">{hint}</span>}
    </BaseMenu.Item>
  )
}

/** An item that goes somewhere: give it the link to render, without children. */
export function MenuLink({ link, children, icon }: { readonly link: ReactElement; readonly children: ReactNode; readonly icon?: ReactNode }) {
  return (
    <BaseMenu.LinkItem closeOnClick render={link} className={itemClass}>
      {icon !== undefined && <span className="flex text-faint">{icon}</span>}
      <span className="flex-1">{children}</span>
    </BaseMenu.LinkItem>
  )
}

export interface MenuChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** One of a few values, with its heading. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)} aria-label={label}>
      <div className="px-2 pt-1.5 pb-1 text-xs text-faint" aria-hidden>
        {label}
      </div>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} closeOnClick className={itemClass}>
          <span className="flex w-3.5">
            <BaseMenu.RadioItemIndicator>
              <Check aria-hidden className="text-accent" />
            </BaseMenu.RadioItemIndicator>
          </span>
          {option.label}
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}

export interface MenuChecksProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (values: readonly Value[]) => void
}

/** Any number of a few values, with their heading; the menu stays open. */
export function MenuChecks<Value extends string>({ label, values, options, onChange }: MenuChecksProps<Value>) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-2 pt-1.5 pb-1 text-xs text-faint">{label}</BaseMenu.GroupLabel>
      {options.map((option) => (
        <BaseMenu.CheckboxItem
          key={option.value}
          checked={values.includes(option.value)}
          onCheckedChange={(isOn) =>
            onChange(options.map(({ value }) => value).filter((value) => (value === option.value ? isOn : values.includes(value))))
          }
          className={itemClass}
        >
          <span className="flex w-3.5">
            <BaseMenu.CheckboxItemIndicator>
              <Check aria-hidden className="text-accent" />
            </BaseMenu.CheckboxItemIndicator>
          </span>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
        </BaseMenu.CheckboxItem>
      ))}
    </BaseMenu.Group>
  )
}

/** A remark between the items of a menu. */
export function MenuNote({ children }: { readonly children: ReactNode }) {
  return <div className="px-2 pt-0.5 pb-1 text-xs text-faint">{children}</div>
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}
