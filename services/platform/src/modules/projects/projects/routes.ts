import { organizationProjects, projects } from '@colonnade/contracts/projects/projects'
import { serve } from './context.ts'
import * as service from './service.ts'

export const projectRoutes = [
  serve(projects.list, ({ ctx, actor }) => service.listProjects(ctx, actor)),
  serve(organizationProjects.list, ({ ctx, actor, scope }) => service.listProjects(ctx, actor, scope)),
  serve(projects.create, ({ ctx, scope, body, audit }) => service.createProject(ctx, scope, body, audit)),
  serve(projects.retrieve, ({ ctx, scope }) => service.retrieveProject(ctx, scope)),
  serve(projects.update, ({ ctx, scope, body, audit }) => service.updateProject(ctx, scope, body, audit)),
  serve(projects.remove, ({ ctx, scope, audit }) => service.removeProject(ctx, scope, audit)),
  serve(projects.pause, ({ ctx, scope, audit }) => service.pauseProject(ctx, scope, audit)),
  serve(projects.restore, ({ ctx, scope, audit }) => service.restoreProject(ctx, scope, audit)),
  serve(projects.restart, ({ ctx, scope, audit }) => service.restartProject(ctx, scope, audit)),
  serve(projects.resize, ({ ctx, scope, body, audit }) => service.resizeProject(ctx, scope, body, audit)),
  serve(projects.resetPassword, ({ ctx, scope, body, audit }) => service.resetPassword(ctx, scope, body, audit)),
  serve(projects.keepPassword, ({ ctx, scope, audit }) => service.keepPassword(ctx, scope, audit)),
  serve(projects.activity, ({ ctx, scope }) => service.retrieveActivity(ctx, scope)),
  serve(projects.events, ({ ctx, actor, scope, request }) => service.streamEvents(ctx, actor, scope, request)),
]
