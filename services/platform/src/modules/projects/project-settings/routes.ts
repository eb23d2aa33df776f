import { projectSettings } from '@colonnade/contracts/projects/project-settings'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const projectSettingsRoutes = [
  serve(projectSettings.settings, ({ ctx, scope, request }) => service.retrieveSettings(ctx, scope, request)),
  serve(projectSettings.supavisor, ({ ctx, scope, request }) => service.listSupavisor(ctx, scope, request)),
]
