import { endSessions, removeFactor, sendLink } from '../directory/access.ts'
import { changeMany } from '../directory/change-many.ts'
import { previewClaims } from '../directory/claims.ts'
import { exportUsers } from '../directory/export/export-users.ts'
import { importUsers } from '../directory/import/import-users.ts'
import { listDirectory } from '../directory/list.ts'
import { replaceMetadata } from '../directory/metadata.ts'
import { listUserLog, retrieveFromDirectory } from '../directory/retrieve.ts'
import { signInAs } from '../directory/sign-in-as.ts'
import type { Route } from '../routes.ts'

/** The users of a project as its members manage them: calls of the platform, beyond those that the ecosystem knows. */
export const directoryRoutes: readonly Route[] = [
  { method: 'GET', path: '/admin/directory', who: 'admin', handle: listDirectory },
  { method: 'POST', path: '/admin/directory', who: 'admin', handle: changeMany },
  { method: 'GET', path: '/admin/directory/exports', who: 'admin', handle: exportUsers },
  { method: 'POST', path: '/admin/directory/imports', who: 'admin', handle: importUsers },
  { method: 'GET', path: '/admin/directory/{id}', who: 'admin', handle: retrieveFromDirectory },
  { method: 'GET', path: '/admin/directory/{id}/log', who: 'admin', handle: listUserLog },
  { method: 'GET', path: '/admin/directory/{id}/claims', who: 'admin', handle: previewClaims },
  { method: 'PUT', path: '/admin/directory/{id}/metadata', who: 'admin', handle: replaceMetadata },
  { method: 'POST', path: '/admin/directory/{id}/mails', who: 'admin', handle: sendLink },
  { method: 'POST', path: '/admin/directory/{id}/sessions', who: 'admin', handle: signInAs },
  { method: 'DELETE', path: '/admin/directory/{id}/sessions', who: 'admin', handle: endSessions },
  { method: 'DELETE', path: '/admin/directory/{id}/sessions/{session_id}', who: 'admin', handle: endSessions },
  { method: 'DELETE', path: '/admin/directory/{id}/factors/{factor_id}', who: 'admin', handle: removeFactor },
]
