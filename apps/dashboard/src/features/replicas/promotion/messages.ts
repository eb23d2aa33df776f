export const promoteDialogText = {
  title: (region: string, replica: string) => `Promote replica ${region} ${replica}?`,
  forcedDescription: 'The replica becomes the primary right away, even if the primary is down.',
  plannedDescription: 'The replica and the primary swap roles. Writes wait for a second or two.',
  forcePromotion: 'Force promotion',
  promoteReplica: 'Promote replica',
  loading: 'Loading the replica’s status',
  mode: 'Promotion mode',
  planned: 'Planned',
  forced: 'Forced',
  onlyForced: (obstacle: string) => `${obstacle}. You can only force the promotion.`,
  behindPrimary: 'Behind the primary',
  lastCommit: 'Last commit replayed',
  hint: 'The compute size stays with the role: the new primary gets the size of the old one. Unlogged tables, your own replication slots and statistics counters start empty, because replicas don’t have them.',
} as const

export const promotionCardText = {
  lastPromotion: 'Last promotion',
  replica: 'Replica',
  forced: 'Forced',
  promotion: 'Promotion',
} as const

export const promotionText = {
  promoting: 'Promoting',
  promoted: 'Promoted',
  failed: 'Promotion failed',
  steps: {
    primaryStopped: 'Primary stopped',
    primaryStoppedReplicaCurrent: 'Primary stopped, replica up to date',
    replicaIsPrimary: 'Replica is the new primary',
    othersFollow: 'Former primary and other replicas follow',
  },
  unknownProblem: 'The cause is unknown',
  nothingChanged: (problem: string) => `${problem}. Nothing has changed: the primary stays the same.`,
  noDataLost: 'No data was lost.',
  dataLost: 'Writes that the former primary had neither sent nor archived are lost, because its files couldn’t be read.',
  copiedAgain: (count: number) => (count === 1 ? '1 replica is being copied again.' : `${count} replicas are being copied again.`),
  notStreaming: 'Unknown: the replica isn’t streaming',
  noLongerStreaming: 'Unknown: the replica is no longer streaming',
  otherReplicasFollow: (count: number) => (count === 1 ? 'The other replica follows.' : `The other ${count} replicas follow.`),
  replicaTakesOver: (region: string) =>
    `The replica becomes the primary (${region}), with the same ref, keys, addresses and passwords. Clients need to reconnect.`,
  planned: {
    catchUp: 'The replica catches up. Then the primary stops and its connections close.',
    lastWrites: 'The replica replays the last writes, so no acknowledged row is lost. If it can’t, the primary starts again and nothing changes.',
    formerPrimary: 'The former primary becomes a replica in its region.',
  },
  forced: {
    stopPrimary: 'The primary is stopped, so that data can’t be written in two places.',
    stopPrimaryForGood: 'The primary is stopped for good, so that data can’t be written in two places.',
    replayWal: 'The WAL in its files is replayed first. If those files are damaged, writes that were neither sent nor archived are lost.',
    unreadable:
      'Its files can’t be read, so writes that were neither sent nor archived are lost. If point-in-time recovery is on, you can’t restore to moments between its latest recovery point and the promotion.',
    formerPrimary: 'The former primary is copied again, unless it shut down cleanly.',
    replicaAhead: 'So is any replica that’s ahead of the new primary.',
  },
} as const
