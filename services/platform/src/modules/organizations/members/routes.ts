import { members } from '@colonnade/contracts/organizations/members'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const memberRoutes = [
  serve(members.list, ({ ctx, actor, scope }) => service.listMembers(ctx, actor, scope)),
  serve(members.update, ({ ctx, actor, scope, params, body, audit }) => service.updateMember(ctx, actor, scope, params.id, body, audit)),
  serve(members.updateProjects, ({ ctx, actor, scope, params, body, audit }) => service.updateProjects(ctx, actor, scope, params.id, body, audit)),
  serve(members.remove, ({ ctx, actor, scope, params, audit }) => service.removeMember(ctx, actor, scope, params.id, audit)),
  serve(members.requireTwoFactor, ({ ctx, actor, scope, body, audit }) => service.requireTwoFactor(ctx, actor, scope, body.is_required, audit)),
  serve(members.leave, ({ ctx, actor, scope, audit }) => service.leaveOrganization(ctx, actor, scope, audit)),
]
