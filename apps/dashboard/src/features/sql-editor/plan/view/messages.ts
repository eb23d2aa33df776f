export const nodeBoxText = {
  neverExecuted: 'never executed',
  loops: (loops: string) => `${loops} loops`,
  onDisk: (size: string) => `${size} on disk`,
  disk: 'disk',
  share: (share: string, hasTimes: boolean) => `${share} of the ${hasTimes ? 'time' : 'cost'}`,
  rows: (shown: string, count: number) => `${shown} ${count === 1 ? 'row' : 'rows'}`,

  on: (target: string) => ` on ${target}`,
  thanExpected: (misestimate: string) => `${misestimate} than expected`,
} as const

export const nodeDetailsText = {
  rows: 'Rows',
  neverExecuted: 'never executed',
  perLoop: ' per loop',
  expected: 'Estimated',
  loops: 'Loops',
  rowCount: (shown: string, count: number) => `${shown} ${count === 1 ? 'row' : 'rows'}`,
  read: 'Read',
  dirtied: 'Dirtied',
  written: 'Written',
  blocks: (shown: string, count: number, size: string) => `${shown} ${count === 1 ? 'block' : 'blocks'} · ${size}`,
  selectedNode: 'Selected node',
  fields: 'Fields',
  copyFields: 'Copy fields',
  ownTime: 'Self time',
  ownCost: 'Self cost',
  total: 'Total time',
  actual: (misestimate: string) => ` (actual ${misestimate})`,
  filteredOut: 'Filtered out',
  onDisk: 'On disk',
  fromCache: 'From cache',
  tempRead: 'Temp read',
  tempWritten: 'Temp written',
} as const

export const nodeTableText = {
  ownTime: 'Self time',
  ownCost: 'Self cost',
  title: 'Plan nodes',
  node: 'Node',
  share: 'Share',
  rows: 'Rows',
  expected: 'Estimated',
  loops: 'Loops',
  filteredOut: 'Filtered out',
  cache: 'Cache',
  read: 'Read',
  neverRun: 'never run',
} as const

export const planComparisonText = {
  execution: 'Execution',
  planning: 'Planning',
  cost: 'Cost',
  fromCache: 'From cache',
  read: 'Read',
  temporaryFiles: 'Temporary files',
  onDisk: 'On disk',
  pinned: 'Pinned',
  current: 'This plan',
  unpin: 'Unpin',
  planTree: (title: string) => `${title}: plan as a tree`,
  nodesBothPlans: 'Nodes of both plans',
  expectedRows: 'Estimated rows',
  removed: 'removed',
  time: 'Time',
  rows: 'Rows',
} as const

export const planFindingsText = {
  findings: 'Findings',
  showFewer: 'Show fewer',
  showMore: (count: number) => `Show ${count} more`,
  copySql: 'Copy SQL',
  addToQuery: 'Add to query',
} as const

export const planSummaryText = {
  total: 'Total',
  notRun: 'Not run. Row counts are the planner’s estimates.',
  cost: 'Cost',
  planning: 'Planning',
  jit: 'JIT',
  triggers: 'Triggers',
  restExecution: 'Rest of execution',
  execution: 'Execution',
} as const

export const planViewText = {
  tree: 'Tree',
  nodes: 'Nodes',
  text: 'Text',
  copiedPlan: (format: string) => `Copied the plan as ${format}`,
  plan: 'Plan',
  showAs: 'Show plan as',
  compare: 'Compare',
  pinCompare: 'Pin to compare',
  copy: 'Copy',
  asText: 'As text',
  asJson: 'As JSON',
  planTree: 'Plan as a tree',
  unpin: 'Unpin',
} as const
