import { triggers } from '@colonnade/pg-meta'
import * as eventTriggers from '@colonnade/pg-meta/event-triggers'
import { listTriggerFunctions, listTriggerSummaries } from '@colonnade/pg-meta/trigger-summaries'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { objectsQuery } from '../objects/object-queries.ts'

export const triggersQuery = (ref: string, schema: string) => objectsQuery(ref, ['triggers', schema], () => listTriggerSummaries({ schema }))

export const eventTriggersQuery = (ref: string) => objectsQuery(ref, ['event-triggers'], () => eventTriggers.list())

/** Functions that triggers can call. */
export const triggerFunctionsQuery = (ref: string) => objectsQuery(ref, ['trigger-functions'], listTriggerFunctions)

/** The full definition of a trigger; null if it no longer exists. */
export const triggerQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'trigger', id),
    queryFn: async ({ signal }) => {
      const [row, details] = await Promise.all([
        fetchRow(ref, triggers.retrieve({ id }), signal),
        fetchRow(ref, triggers.retrieveDetails({ id }), signal),
      ])
      return row === undefined || details === undefined ? null : { ...row, ...details }
    },
    staleTime: 10_000,
  })
export type TriggerDefinition = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof triggerQuery>['queryFn']>>>>
