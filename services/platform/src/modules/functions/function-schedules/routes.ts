import { functionSchedules } from '@colonnade/contracts/functions/function-schedules'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const functionScheduleRoutes = [
  serve(functionSchedules.list, ({ ctx, scope }) => service.listSchedules(ctx, scope)),
  serve(functionSchedules.create, (call) => service.createSchedule(call, call.body)),
  serve(functionSchedules.update, (call) => service.changeSchedule(call, call.params.id, call.body)),
  serve(functionSchedules.remove, (call) => service.deleteSchedule(call, call.params.id)),
]
