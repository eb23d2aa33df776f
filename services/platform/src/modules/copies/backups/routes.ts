import { backups } from '@colonnade/contracts/copies/backups'
import { listFunctionsAt } from '../../functions/function-history/service.ts'
import { serve } from './context.ts'
import { listCommits } from './pitr/commits.ts'
import { restoreTo } from './pitr/service.ts'
import * as service from './service.ts'

export const backupRoutes = [
  serve(backups.report, ({ ctx, scope }) => service.reportBackups(ctx, scope.ref)),
  serve(backups.create, ({ ctx, scope, audit }) => service.createBackup(ctx, scope, audit)),
  serve(backups.prove, ({ ctx, scope, params, audit }) => service.proveBackup(ctx, scope, params.id, audit)),
  serve(backups.restore, ({ ctx, actor, scope, params, body, audit }) => service.restoreBackup(ctx, actor, scope, params.id, body, audit)),
  serve(backups.previewRemoval, ({ ctx, scope, params }) => service.previewRemoval(ctx, scope, params.id)),
  serve(backups.remove, ({ ctx, scope, params, audit }) => service.removeBackup(ctx, scope, params.id, audit)),
  serve(backups.download, ({ ctx, scope, params }) => service.downloadBackup(ctx, scope, params.id)),
  serve(backups.changePitr, ({ ctx, scope, body, audit }) => service.changePitr(ctx, scope, body, audit)),
  serve(backups.readArchive, ({ ctx, scope, audit }) => service.readArchive(ctx, scope, audit)),
  serve(backups.listCommits, ({ ctx, scope, query }) => listCommits(ctx, scope.ref, query.at)),
  serve(backups.listFunctions, ({ ctx, scope, query }) => listFunctionsAt(ctx.database, scope.ref, new Date(query.at))),
  serve(backups.restoreTo, ({ ctx, actor, scope, body, audit }) => restoreTo(ctx, actor, scope, body, audit)),
  serve(backups.events, ({ ctx, actor, scope, request }) => service.streamBackups(ctx, actor, scope, request)),
]
