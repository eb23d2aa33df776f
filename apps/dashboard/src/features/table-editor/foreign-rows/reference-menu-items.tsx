import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownLeft, ArrowUpRight, Link2 } from 'lucide-react'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { useFollow } from './follow-context.ts'
import { pointingCountQuery } from './foreign-queries.ts'
import { referenceMenuItemsText } from './messages.ts'
import { referencesOfColumn, referencesTo, searchOf, type Reference } from './references.ts'

export interface ReferenceMenuItemsProps {
  readonly column: string
  readonly valueOf: (column: string) => string | null
  /** Opens the rows to pick from; undefined where the cell can't be changed. */
  readonly onPick: (() => void) | undefined
}

/** Tables that refer to a row, beyond which the row's form lists them. */
const listedTables = 8

/** The row that a cell refers to, another one to pick, and the rows that point at this one. */
export function ReferenceMenuItems({ column, valueOf, onPick }: ReferenceMenuItemsProps) {
  const { scope, onFollow } = useFollow()
  const out = referencesOfColumn(scope.entity, column)
  const into = referencesTo(scope.entity).slice(0, listedTables)
  if (out.length === 0 && into.length === 0) return null
  return (
    <>
      <MenuSeparator />
      {out.map((reference) => {
        const search = searchOf(reference, valueOf)
        return (
          <MenuItem
            key={reference.name}
            icon={<ArrowUpRight aria-hidden />}
            disabled={search === null}
            onSelect={() => search !== null && onFollow(search)}
          >
            {referenceMenuItemsText.goTo(reference.table.name)}
          </MenuItem>
        )
      })}
      {out[0] && onPick && (
        <MenuItem icon={<Link2 aria-hidden />} onSelect={onPick}>
          {referenceMenuItemsText.chooseRow(out[0].table.name)}
        </MenuItem>
      )}
      {into.map((reference) => (
        <PointingItem key={`${reference.table.id} ${reference.name}`} reference={reference} valueOf={valueOf} />
      ))}
    </>
  )
}

function PointingItem({ reference, ...of }: Pick<ReferenceMenuItemsProps, 'valueOf'> & { readonly reference: Reference }) {
  const { scope, onFollow } = useFollow()
  const search = searchOf(reference, (column) => of.valueOf(column))
  const values = reference.own.map((column) => of.valueOf(column) ?? '')
  const { data: count } = useQuery({ ...pointingCountQuery(scope, reference, values), enabled: search !== null })
  return (
    <MenuItem
      icon={<ArrowDownLeft aria-hidden />}
      hint={count === undefined ? '…' : numberText(count)}
      disabled={search === null || count === 0}
      onSelect={() => search !== null && onFollow(search)}
    >
      {referenceMenuItemsText.referencingRows(reference.table.name)}
    </MenuItem>
  )
}
