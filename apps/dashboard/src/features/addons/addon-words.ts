import type { AddonReport, AddonState, AddonType } from '@colonnade/contracts/projects/addons'
import { computes, isResizable, type Project } from '@colonnade/contracts/projects/projects'
import type { Tone } from '@colonnade/ui'
import { formatBytes } from '../../lib/bytes.ts'
import { nounOf } from '../../lib/texts/project-names.ts'
import { addonWordsCopy } from './messages.ts'

/** In the order of the page. */
export const shownTypes = ['compute_instance', 'pitr', 'custom_domain', 'ipv4'] as const satisfies readonly AddonType[]
/** Those of which one of some variants is chosen; a domain is named. */
export type ChosenType = Exclude<AddonType, 'custom_domain'>

export interface AddonWords {
  readonly title: string
  /** What it does. */
  readonly summary: string
  /** What it needs. */
  readonly needs: readonly string[]
  /** What there is without it. */
  readonly none: string
}

export const addonWords: Readonly<Record<AddonType, AddonWords>> = {
  compute_instance: {
    title: addonWordsCopy.computeSize,
    summary: addonWordsCopy.memoryConnectionsDatabaseServer,
    needs: [addonWordsCopy.restartsServerOpenConnections, addonWordsCopy.anyPlan],
    none: 'Nano',
  },
  pitr: {
    title: addonWordsCopy.pointTimeRecovery,
    summary: addonWordsCopy.archivesEveryWriteSo,
    needs: [addonWordsCopy.startsBackupNothingRestarts, addonWordsCopy.diskSpaceEverythingWritten, addonWordsCopy.windowCantLongerThan],
    none: 'Off',
  },
  custom_domain: {
    title: addonWordsCopy.customDomain,
    summary: addonWordsCopy.connectThroughOwnDomain,
    needs: [addonWordsCopy.paidPlan, addonWordsCopy.twoDnsRecordsOne],
    none: 'None',
  },
  ipv4: {
    title: addonWordsCopy.dedicatedPoolerIPv4,
    summary: addonWordsCopy.poolerMachinesIPv4Address,
    needs: [addonWordsCopy.paidPlanFreePlan, addonWordsCopy.nothingRestartsSharedPooler],
    none: addonWordsCopy.sharedPooler,
  },
}

/** One of the variants to choose from; `identifier` is null for none. */
export interface Choice {
  readonly identifier: string | null
  readonly name: string
  readonly detail: string | null
  readonly refusal: string | null
}

const bytesPerMb = 1024 * 1024

/** What may be chosen of an add-on, with what is the case without it. */
export function choicesOf(type: ChosenType, report: AddonReport): Choice[] {
  const variants = report.available_addons.find((offer) => offer.type === type)?.variants ?? []
  const choices = variants.map(({ identifier, name, refusal }) => ({ identifier, name, refusal, detail: detailOf(type, identifier) }))
  return type === 'compute_instance' ? choices : [{ identifier: null, name: addonWords[type].none, detail: null, refusal: null }, ...choices]
}

function detailOf(type: ChosenType, identifier: string): string | null {
  const size = type === 'compute_instance' && computes.find(({ id }) => `ci_${id}` === identifier)
  return size ? addonWordsCopy.buffersConnectionsWorkers(formatBytes(size.buffers_mb * bytesPerMb), size.connections, size.workers) : null
}

export interface Current {
  readonly identifier: string | null
  readonly name: string
  readonly state: AddonState
  readonly problem: string | null
}

/** What the project has of an add-on; of sizes it always has one. */
export function currentOf(type: AddonType, report: AddonReport): Current {
  const found = report.selected_addons.find((addon) => addon.type === type)
  if (found) return { ...found.variant, state: found.state, problem: found.state === 'FAILING' ? found.problem : null }
  const first = type === 'compute_instance' ? choicesOf(type, report)[0]! : { identifier: null, name: addonWords[type].none }
  return { identifier: first.identifier, name: first.name, state: 'READY', problem: null }
}

export const stateLooks: Readonly<Record<AddonState, { readonly label: string; readonly tone: Tone } | null>> = {
  READY: null,
  CHANGING: { label: addonWordsCopy.changing, tone: 'neutral' },
  REMOVING: { label: addonWordsCopy.turningOff, tone: 'neutral' },
  FAILING: { label: addonWordsCopy.failing, tone: 'danger' },
}

export interface Consequence {
  readonly button: string
  /** What must be known before; null where nothing is lost. */
  readonly warning: string | null
  /** What is lost can't be had back: it is asked once more. */
  readonly isDanger: boolean
}

/** What choosing something else does. */
export function consequenceOf(type: ChosenType, from: Pick<Current, 'identifier'>, to: Pick<Choice, 'identifier' | 'name'>): Consequence {
  const isOff = to.identifier === null
  switch (type) {
    case 'compute_instance':
      return { button: addonWordsCopy.change(to.name), warning: addonWordsCopy.databaseRestartsOpenConnections, isDanger: false }
    case 'pitr': {
      if (isOff) {
        const warning = addonWordsCopy.deletesArchiveStillRestore
        return { button: addonWordsCopy.turnOff, warning, isDanger: true }
      }
      const isShorter = daysOf(to.identifier) < daysOf(from.identifier)
      const button = from.identifier === null ? addonWordsCopy.turn(to.name) : addonWordsCopy.change(to.name)
      return { button, warning: isShorter ? addonWordsCopy.deletesArchiveFromBefore : null, isDanger: isShorter }
    }
    case 'ipv4':
      return isOff
        ? { button: addonWordsCopy.turnOff, warning: addonWordsCopy.closesPortsClientsUse, isDanger: true }
        : { button: addonWordsCopy.turnLabel, warning: null, isDanger: false }
  }
}

/** Whether a choice takes a server that is not there: recovery begins with a copy of one, and a pooler is none of the project's. */
export function mustWait(type: ChosenType, project: Pick<Project, 'status'>, from: Pick<Current, 'identifier'>, to: string | null): boolean {
  if (type === 'compute_instance') return !isResizable(project)
  return type === 'pitr' && from.identifier === null && to !== null && project.status !== 'ACTIVE_HEALTHY'
}

/** What must wait until the project is active; null where nothing must. */
export function waitingText(
  type: ChosenType,
  project: Pick<Project, 'status' | 'parent_project_ref'>,
  { identifier }: Pick<Current, 'identifier'>,
): string | null {
  const noun = nounOf(project)
  if (type === 'compute_instance') return isResizable(project) ? null : addonWordsCopy.changeWhenActive(noun)
  return type === 'pitr' && identifier === null && project.status !== 'ACTIVE_HEALTHY' ? addonWordsCopy.turnWhenActive(noun) : null
}

function daysOf(identifier: string | null): number {
  return Number(/^pitr_(\d+)$/.exec(identifier ?? '')?.[1] ?? 0)
}
