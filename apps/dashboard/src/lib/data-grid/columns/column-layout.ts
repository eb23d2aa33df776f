import { z } from 'zod'

const Names = z.array(z.string())

/** How a person has arranged the columns of a table, by their names. What is not named is as the table has it. */
export const ColumnLayout = z.object({
  /** Columns that were moved stand in this order; those that are missing come after the one that precedes them in the table. */
  order: Names,
  /** In pixels. */
  widths: z.record(z.string(), z.number().int().min(40).max(2_000)),
  hidden: Names,
  /** Kept at the left. */
  frozen: Names,
})
export type ColumnLayout = z.infer<typeof ColumnLayout>

export const plainLayout: ColumnLayout = { order: [], widths: {}, hidden: [], frozen: [] }

/** A kept layout; the plain one when it can't be read. */
export function readLayout(text: string | null): ColumnLayout {
  try {
    return ColumnLayout.catch(plainLayout).parse(JSON.parse(text ?? 'null'))
  } catch {
    return plainLayout
  }
}

/** Whether it arranges anything. */
export function isPlain({ order, widths, hidden, frozen }: ColumnLayout): boolean {
  return order.length === 0 && hidden.length === 0 && frozen.length === 0 && Object.keys(widths).length === 0
}

/** All columns in their order, frozen ones first, hidden ones among them. `names` are the table's, in its order. */
export function orderedColumns(names: readonly string[], layout: ColumnLayout): string[] {
  const there = new Set(names)
  const ordered = layout.order.filter((name) => there.has(name))
  const placed = new Set(ordered)
  names.forEach((name, place) => {
    if (placed.has(name)) return
    const before = names[place - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, name)
    placed.add(name)
  })
  const isFrozen = (name: string) => layout.frozen.includes(name)
  return [...ordered.filter(isFrozen), ...ordered.filter((name) => !isFrozen(name))]
}

/** Returns the visible columns. Returns all of them if every one is hidden: a grid without columns has no menu to show them again. */
export function shownColumns(names: readonly string[], layout: ColumnLayout): string[] {
  const shown = orderedColumns(names, layout).filter((name) => !layout.hidden.includes(name))
  return shown.length === 0 ? orderedColumns(names, layout) : shown
}

/** Puts a column where another one is. It is frozen, or not, as its new neighbour is. */
export function moveColumn(names: readonly string[], layout: ColumnLayout, moved: string, target: string): ColumnLayout {
  const before = orderedColumns(names, layout)
  const [from, to] = [before.indexOf(moved), before.indexOf(target)]
  if (from < 0 || to < 0 || from === to) return layout
  const order = before.toSpliced(from, 1).toSpliced(to, 0, moved)
  const frozen = layout.frozen.filter((name) => name !== moved)
  return { ...layout, order, frozen: layout.frozen.includes(target) ? [...frozen, moved] : frozen }
}

/** Moves a column by one place among those that are shown. */
export function nudgeColumn(names: readonly string[], layout: ColumnLayout, moved: string, by: -1 | 1): ColumnLayout {
  const shown = shownColumns(names, layout)
  const target = shown[shown.indexOf(moved) + by]
  return target === undefined ? layout : moveColumn(names, layout, moved, target)
}

export function freezeColumn(layout: ColumnLayout, name: string, isFrozen: boolean): ColumnLayout {
  const frozen = layout.frozen.filter((other) => other !== name)
  return { ...layout, frozen: isFrozen ? [...frozen, name] : frozen }
}

export function hideColumns(layout: ColumnLayout, names: readonly string[], isHidden: boolean): ColumnLayout {
  const rest = layout.hidden.filter((other) => !names.includes(other))
  return { ...layout, hidden: isHidden ? [...rest, ...names] : rest }
}

export function resizeColumn(layout: ColumnLayout, name: string, widthPx: number): ColumnLayout {
  return { ...layout, widths: { ...layout.widths, [name]: Math.round(Math.min(2_000, Math.max(40, widthPx))) } }
}
