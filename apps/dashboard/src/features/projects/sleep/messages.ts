export const sleepCardText = {
  sleep: 'Sleep',
  change: 'Change',
  idleSince: 'Idle since',
  wokenUp: 'Woken up',
  after: (duration: string, wakeMs: number | null) => `After ${duration}${wakeMs === null ? '' : `, in ${wakeMs} ms`}`,
  wakingUp: 'Waking up',
  projectAsleep: 'This project is asleep',
  wakesUpFirstConnection: 'Wakes up on the first connection, query or page with data, in about 0.1 seconds.',
  wakeUp: 'Wake up',
  failedWakeUpProject: 'Failed to wake up the project',
  failedLoadSleepHistory: 'Failed to load the sleep history',
  recentWakeUps: 'Recent wake-ups',
} as const

export const sleepSettingText = {
  sleep: 'Sleep',
  suspendsWhenIdleSo: (noun: string | number, plan: string | number) =>
    `Suspends the ${noun} when it’s idle, so its server uses no memory. Any connection, query or page with data wakes it up in about 0.1 seconds. ${plan}`,
  failedLoadSleepSettings: 'Failed to load sleep settings',
  sleepWhenIdle: 'Sleep when idle',
  sleepSettingsSaved: 'Sleep settings saved',
  changeWhenSleeps: (noun: string | number) => `change when the ${noun} sleeps`,
  suspend: (noun: string | number) => `suspend the ${noun}`,
  suspendNow: 'Suspend now',
} as const

export const sleepWordsCopy = {
  restartedResized: 'Restarted or resized',
  failedWakeUp: 'Failed to wake up',
  suspendWhenActive: (project: string | number) => `You can suspend the ${project} when it’s active.`,
  staysAwakeBecauseHas: (project: string | number) => `This ${project} stays awake because it has read replicas.`,
  wakingUp: 'It’s waking up.',
  alreadyAsleep: 'It’s already asleep.',
  wokenUpDirectConnection: 'Woken up by a direct connection',
  freeingMemory: (bytes: string | number) => `, freeing ${bytes} of memory`,
  asleepLast30Days: (duration: string, sleeps: number, memory: string) =>
    `Asleep for ${duration} in the last 30 days (${sleeps === 1 ? 'once' : `${sleeps} times`})${memory}.`,
  planDefaultNever: 'Plan default: never',
  planDefaultAfter: (durationText: string | number) => `Plan default: after ${durationText}`,
  never: 'Never',
  chooseAnyTimeNever: 'you can choose any time, or never',
  staysAwake: 'projects stay awake by default',
  plan: (plan: string, standard: string, most: string) => `On the ${plan} plan, ${standard}; ${most}.`,
  pooler: {
    session: (role: string | null) => `Woken up by ${role ?? 'a role'} through the session pooler`,
    transaction: (role: string | null) => `Woken up by ${role ?? 'a role'} through the transaction pooler`,
  },
  wokenUpDashboard: (person: string | null) => `Woken up by ${person ?? 'someone'} in the dashboard`,
  wokenUpThroughApi: (person: string | null) => `Woken up by ${person ?? 'someone'} through the API`,
  after: (durationText: string) => `After ${durationText}`,
  chooseUp: (durationText: string | number) => `you can choose up to ${durationText}`,
  sleepsAfter: (durationText: string | number) => `projects sleep after ${durationText} without activity`,
} as const
