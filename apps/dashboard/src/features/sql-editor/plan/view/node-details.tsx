import { CopyButton } from '@colonnade/ui'
import { blocksText, countText, kilobytesText, misestimateText, percentText, timeText } from '../figures.ts'
import { isRawNode, type RawValue } from '../model/explain-json.ts'
import type { Plan, PlanNode } from '../model/plan.ts'
import { wordsOf } from '../model/words.ts'
import { nodeDetailsText } from './messages.ts'

/** Said above the fields, in words. */
const hidden = new Set(['Plans', 'Node Type', 'Parallel Aware', 'Async Capable', 'Parent Relationship', 'Disabled'])

/** All that is known of a node: what it does, its figures, and Postgres's own fields. */
export function NodeDetails({ plan, node }: { readonly plan: Plan; readonly node: PlanNode }) {
  const fields = Object.entries(node.raw).filter(([key, value]) => !hidden.has(key) && !isNothing(value))
  return (
    <section aria-label={nodeDetailsText.selectedNode} className="flex min-w-0 flex-col gap-3 p-3 text-xs">
      <div className="min-w-0">
        <h3 className="text-sm font-medium wrap-anywhere">{node.operation}</h3>
        {node.target !== null && <p className="font-mono text-soft wrap-anywhere">{node.target}</p>}
        <p className="mt-1 text-soft">{wordsOf(node)}</p>
      </div>
      <Pairs pairs={figuresOfNode(plan, node)} />
      <div>
        <div className="mb-1 flex items-center justify-between">
          <h4 className="text-faint">{nodeDetailsText.fields}</h4>
          <CopyButton isIconOnly label={nodeDetailsText.copyFields} text={() => JSON.stringify(Object.fromEntries(fields), null, 2)} />
        </div>
        <Pairs pairs={fields.map(([key, value]) => [key, fieldText(value)])} isMono />
      </div>
    </section>
  )
}

function Pairs({ pairs, isMono = false }: { readonly pairs: readonly (readonly [string, string])[]; readonly isMono?: boolean }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 gap-y-1">
      {pairs.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-faint">{key}</dt>
          <dd className={isMono ? 'font-mono text-2xs whitespace-pre-wrap text-fg wrap-anywhere' : 'text-fg tabular-nums'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function figuresOfNode(plan: Plan, node: PlanNode): (readonly [string, string])[] {
  const { actual, misestimate, buffers, planRows } = node
  const pairs: (readonly [string, string] | null)[] = [
    plan.hasTimes
      ? [nodeDetailsText.ownTime, `${timeText(node.ownMs)} · ${percentText(node.share)}`]
      : [nodeDetailsText.ownCost, percentText(node.share)],
    plan.hasTimes ? [nodeDetailsText.total, timeText(node.ms)] : null,
    actual === null
      ? null
      : [
          nodeDetailsText.rows,
          node.isNeverExecuted ? nodeDetailsText.neverExecuted : `${countText(actual.rows)}${actual.loops > 1 ? nodeDetailsText.perLoop : ''}`,
        ],
    planRows === null
      ? null
      : [
          nodeDetailsText.expected,
          `${countText(planRows)}${misestimate === null || misestimate.factor < 2 ? '' : nodeDetailsText.actual(misestimateText(misestimate))}`,
        ],
    actual === null || actual.loops <= 1 ? null : [nodeDetailsText.loops, countText(actual.loops)],
    node.removedRows > 0 ? [nodeDetailsText.filteredOut, nodeDetailsText.rowCount(countText(node.removedRows), node.removedRows)] : null,
    node.spilledKb > 0 ? [nodeDetailsText.onDisk, kilobytesText(node.spilledKb)] : null,
    ...(buffers === null ? [] : bufferPairs(buffers)),
  ]
  return pairs.filter((pair) => pair !== null)
}

function bufferPairs(buffers: NonNullable<PlanNode['buffers']>): (readonly [string, string] | null)[] {
  const told = (label: string, blocks: number): readonly [string, string] | null =>
    blocks === 0 ? null : [label, nodeDetailsText.blocks(countText(blocks), blocks, blocksText(blocks))]
  return [
    told(nodeDetailsText.fromCache, buffers.hit),
    told(nodeDetailsText.read, buffers.read),
    told(nodeDetailsText.dirtied, buffers.dirtied),
    told(nodeDetailsText.written, buffers.written),
    told(nodeDetailsText.tempRead, buffers.tempRead),
    told(nodeDetailsText.tempWritten, buffers.tempWritten),
  ]
}

const isNothing = (value: RawValue): boolean => value === 0 || value === false || (Array.isArray(value) && value.length === 0)

function fieldText(value: RawValue): string {
  if (Array.isArray(value)) return value.map((item: RawValue) => (isRawNode(item) ? JSON.stringify(item) : String(item))).join(',\n')
  return isRawNode(value) ? JSON.stringify(value) : String(value)
}
